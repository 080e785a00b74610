/* Hints go, everything else stays, and nothing moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <string.h>
#include <cmocka.h>

#include "frontend/attribute.h"

static void
expect(const char *before, const char *after)
{
  struct str text = {0};
  str_add(&text, before);
  assert_int_equal(attribute_drop_hints(&text), strcmp(before, after) != 0);
  assert_string_equal(str_text(&text), after);
  str_free(&text);
}

static void
hints_go(void **state)
{
  (void)state;
  expect("int f(void) __attribute__((hot));", "int f(void) __attribute__((   ));");
  expect("__attribute ((__malloc__ (free, (1)), packed,\n visibility(\"a,)\")\n)) x",
         "__attribute ((                      , packed,\n                  \n)) x");
  expect("__attribute__((aligned(sizeof(int)), cold, gnu_inline))",
         "__attribute__((aligned(sizeof(int)),     , gnu_inline))");
  expect("__attribute__(()) __attribute__((,pure,)) hot",
         "__attribute__(()) __attribute__((,    ,)) hot");
}

static void
others_stay(void **state)
{
  (void)state;
  expect("", "");
  expect("int hot = cold(malloc(1));", "int hot = cold(malloc(1));");
  expect("\"__attribute__((hot))\" '\"' x", "\"__attribute__((hot))\" '\"' x");
  expect("__attribute__((hotter, section(\"hot\")))", "__attribute__((hotter, section(\"hot\")))");
  expect("my__attribute__((hot)) __attribute__(hot)", "my__attribute__((hot)) __attribute__(hot)");
}

/* Whatever clang will say of it, there is an end. */
static void
torn_text(void **state)
{
  (void)state;
  expect("__attribute__", "__attribute__");
  expect("__attribute__((", "__attribute__((");
  expect("__attribute__((weak(", "__attribute__((weak(");
  expect("__attribute__((weak(\"", "__attribute__((weak(\"");
  expect("__attribute__((weak(\"\\", "__attribute__((weak(\"\\");
  expect("__attribute__((hot", "__attribute__((   ");
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(hints_go),
    cmocka_unit_test(others_stay),
    cmocka_unit_test(torn_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
