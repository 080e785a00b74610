#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/csv.h"

static void
expect_row(struct csv *csv, size_t n, const char *const *want)
{
  assert_true(csv_next(csv));
  assert_int_equal(csv->fields.n, n);
  for (size_t i = 0; i < n; i++)
    assert_string_equal(csv->fields.at[i], want[i]);
}

static void
reads_rows(void **state)
{
  (void)state;
  struct csv csv = {.rest = "a,b,c\r\n\n,\n\"x,\"\"y\"\"\nz\",2"};
  expect_row(&csv, 3, (const char *[]){"a", "b", "c"});
  expect_row(&csv, 1, (const char *[]){""});
  expect_row(&csv, 2, (const char *[]){"", ""});
  expect_row(&csv, 2, (const char *[]){"x,\"y\"\nz", "2"});
  assert_false(csv_next(&csv));
  csv_free(&csv);
}

/* Every text comes back, and everything that is cut off can be read. */
static void
writes_what_it_reads(void **state)
{
  (void)state;
  static const char *const fields[] = {"plain", "a,b", "\"", "\"\",", "two\nlines", "", "a \"b\""};
  enum { N = sizeof fields / sizeof *fields };
  struct str text = {0};
  for (size_t i = 0; i < N; i++) {
    str_add(&text, i ? "," : "");
    csv_field(&text, fields[i]);
  }
  struct csv csv = {.rest = str_text(&text)};
  expect_row(&csv, N, fields);
  assert_false(csv_next(&csv));
  csv_free(&csv);
  for (size_t n = text.n; n-- > 0;) {
    text.text[n] = 0;
    struct csv part = {.rest = text.text};
    while (csv_next(&part))
      assert_in_range(part.fields.n, 1, N);
    csv_free(&part);
  }
  str_free(&text);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(reads_rows),
    cmocka_unit_test(writes_what_it_reads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
