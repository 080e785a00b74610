/* Lemmas are passed on once, whatever the order of their literals, and the shortest are kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/lemmas.h"

static void
expect_fresh(struct lemmas *lemmas, const char *text, const char *fresh)
{
  struct str out = {0};
  lemmas_take(lemmas, text, &out);
  assert_string_equal(str_text(&out), fresh);
  str_free(&out);
}

static void
expect_kept(const struct lemmas *lemmas, size_t most, const char *kept)
{
  struct str out = {0};
  lemmas_print(lemmas, most, &out);
  assert_string_equal(str_text(&out), kept);
  str_free(&out);
}

static void
test_once(void **state)
{
  (void)state;
  struct lemmas lemmas = {0};
  expect_fresh(&lemmas, "", "");
  expect_fresh(&lemmas, "1 -2 0 -2 1 3 0 ", "1 -2 0 -2 1 3 0 ");
  expect_fresh(&lemmas, "-2 1 0 4 0 3 1 -2 0 ", "4 0 ");
  expect_fresh(&lemmas, "1 2 0 -1 -2 0 1 -2 4 0 1 0 ", "1 2 0 -1 -2 0 1 -2 4 0 1 0 ");
  expect_fresh(&lemmas, "0 1 0", "");
  assert_int_equal(lemmas.came, 10);
  assert_int_equal(lemmas.again, 3);
  lemmas_free(&lemmas);
}

static void
test_shortest(void **state)
{
  (void)state;
  struct lemmas lemmas = {0};
  expect_fresh(&lemmas, "1 2 3 0 4 5 0 6 7 0 8 0 ", "1 2 3 0 4 5 0 6 7 0 8 0 ");
  expect_kept(&lemmas, 100, "8 0 4 5 0 6 7 0 1 2 3 0 ");
  expect_kept(&lemmas, 3, "8 0 4 5 0 6 7 0 ");
  expect_kept(&lemmas, 2, "8 0 6 7 0 ");
  expect_kept(&lemmas, 0, "");
  lemmas_free(&lemmas);
}

/* There is room for so many of each size; the last that came are kept. */
static void
test_room(void **state)
{
  (void)state;
  enum { ROOM = 5000, MORE = 7 };
  struct lemmas lemmas = {0};
  struct str text = {0}, last = {0}, fresh = {0};
  for (int i = 1; i <= ROOM + MORE; i++) {
    str_printf(&text, "%d %d 0 ", i, -i - 1);
    if (i > MORE)
      str_printf(&last, "%d %d 0 ", i, -i - 1);
  }
  lemmas_take(&lemmas, str_text(&text), &fresh);
  assert_string_equal(str_text(&fresh), str_text(&text));
  expect_kept(&lemmas, (size_t)2 * ROOM, str_text(&last));
  expect_kept(&lemmas, 1, "5007 -5008 0 ");
  str_free(&text);
  str_free(&last);
  str_free(&fresh);
  lemmas_free(&lemmas);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_once), cmocka_unit_test(test_shortest),
                                     cmocka_unit_test(test_room)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
