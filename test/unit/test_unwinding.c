/* Bounds as words and as numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "load/unwinding.h"

/* Words that a rule is read from are those it is written in. */
static void
there_and_back(void **state)
{
  static const char *words[] = {"f=3", "f:7=0", "read.1:12=64bytes", "g:1=1000000"};
  enum { N = sizeof words / sizeof *words };
  (void)state;
  struct unwinding bounds = {0};
  struct arena arena = {0};
  struct str error = {0}, word = {0};
  assert_true(unwinding_parse(&bounds, &(struct option_list){words, N}, &arena, &error));
  assert_int_equal(bounds.n, N);
  for (size_t i = 0; i < N; i++) {
    str_free(&word);
    unwinding_word(&word, &bounds.rules[i]);
    assert_string_equal(str_text(&word), words[i]);
  }
  struct unwind_rules loops = unwinding_rules(&bounds, false, &arena);
  struct unwind_rules sizes = unwinding_rules(&bounds, true, &arena);
  assert_int_equal(loops.n, 3);
  assert_string_equal(loops.at[2].function, "g");
  assert_int_equal(sizes.n, 1);
  assert_int_equal(sizes.at[0].bound, 64);
  str_free(&word);
  arena_free(&arena);
}

static void
nonsense(void **state)
{
  static const char *const wrong[] = {
    "",     "f",     "f:3",     "=3",   "f=",      "f=-1", "f:0=3",
    "f:=3", "f:x=3", "f=3bits", ":3=4", "f=bytes", "f=1 ", "f=1000001"};
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    struct unwinding bounds = {0};
    struct arena arena = {0};
    struct str error = {0};
    const char *word = wrong[i];
    assert_false(unwinding_parse(&bounds, &(struct option_list){&word, 1}, &arena, &error));
    assert_true(error.n > 0);
    str_free(&error);
    arena_free(&arena);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(there_and_back),
    cmocka_unit_test(nonsense),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
