/* Diagnostics: how they look, and that the same one is kept once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/diag.h"

static void
expect_printed(const struct diags *diags, const char *expected)
{
  char text[1000];
  FILE *file = tmpfile();
  assert_non_null(file);
  diags_print(diags, file);
  rewind(file);
  size_t n = fread(text, 1, sizeof text - 1, file);
  text[n] = 0;
  fclose(file);
  assert_string_equal(text, expected);
}

static void
forms(void **state)
{
  (void)state;
  struct diags diags = {0};
  expect_printed(&diags, "");
  diag_at(&diags, DIAG_ERROR, "a.c", 12, 3, "no body for '%s'", "f");
  diag_at(&diags, DIAG_WARNING, "b.c", 0, 0, "empty");
  diag_at(&diags, DIAG_NOTE, NULL, 0, 0, "100%%");
  diag_error(&diags, "%d of them", 3);
  assert_int_equal(diags.errors, 2);
  expect_printed(&diags, "a.c:12:3: error: no body for 'f'\n"
                         "b.c: warning: empty\n"
                         "heddle: note: 100%\n"
                         "heddle: error: 3 of them\n");
  diags_free(&diags);
  assert_int_equal(diags.errors, 0);
  expect_printed(&diags, "");
}

/* Whatever makes a difference makes another message. */
static void
kept_once(void **state)
{
  (void)state;
  struct diags diags = {0};
  for (int i = 0; i < 2; i++) {
    diag_at(&diags, DIAG_ERROR, "a.c", 1, 2, "text");
    diag_at(&diags, DIAG_NOTE, "a.c", 1, 2, "text");
    diag_at(&diags, DIAG_ERROR, "b.c", 1, 2, "text");
    diag_at(&diags, DIAG_ERROR, NULL, 1, 2, "text");
    diag_at(&diags, DIAG_ERROR, "a.c", 2, 2, "text");
    diag_at(&diags, DIAG_ERROR, "a.c", 1, 1, "text");
    diag_at(&diags, DIAG_ERROR, "a.c", 1, 2, "other");
    diag_error(&diags, "text");
  }
  assert_int_equal(diags.all.n, 8);
  assert_int_equal(diags.errors, 7);
  diags_free(&diags);
}

/* Messages outlive what they were made of. */
static void
texts_are_copied(void **state)
{
  (void)state;
  struct diags diags = {0};
  char file[] = "a.c", word[] = "word";
  diag_at(&diags, DIAG_ERROR, file, 1, 1, "%s", word);
  memset(file, 'x', 3);
  memset(word, 'x', 4);
  expect_printed(&diags, "a.c:1:1: error: word\n");
  diags_free(&diags);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(forms),
    cmocka_unit_test(kept_once),
    cmocka_unit_test(texts_are_copied),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
