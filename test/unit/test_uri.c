/* Files as URIs: examples, and random names there and back. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/uri.h"

static void
expect_uri(const char *root, const char *path, bool relative, const char *expected)
{
  struct str out = {0};
  assert_int_equal(uri_of(&out, root, path), relative);
  assert_string_equal(str_text(&out), expected);
  str_free(&out);
}

static void
examples(void **state)
{
  (void)state;
  expect_uri("/home/me", "a.c", true, "a.c");
  expect_uri("/home/me", "./src//a.c", true, "src/a.c");
  expect_uri("/home/me/", "src/../b/./c.h", true, "b/c.h");
  expect_uri("/home/me", "/home/me/src/a.c", true, "src/a.c");
  expect_uri("/home/me", "../you/a.c", false, "file:///home/you/a.c");
  expect_uri("/home/me", "../me/a.c", true, "a.c");
  expect_uri("/home/me", "/home/me2/a.c", false, "file:///home/me2/a.c");
  expect_uri("/home/me", "/home/me", false, "file:///home/me");
  expect_uri("/home/me", "/../../usr/include/x.h", false, "file:///usr/include/x.h");
  expect_uri("/home/me", "../../../../etc/x", false, "file:///etc/x");
  expect_uri("/", "a.c", true, "a.c");
  expect_uri("/", "/usr/a.c", true, "usr/a.c");
  expect_uri("/home/me", "/", false, "file:///");
  expect_uri("/home/me", "c:d e?#%\"'\xc3\xbc\xff.c", true, "c%3Ad%20e%3F%23%25%22%27%C3%BC%FF.c");
  expect_uri("/home/two words", "/home/two words/x.c", true, "x.c");
  expect_uri("/home/two words", "../x y.c", false, "file:///home/x%20y.c");
}

static char
decoded(const char *digits)
{
  return (char)(16 * str_hex_digit(digits[0]) + str_hex_digit(digits[1]));
}

/* Of bytes that are neither zero nor a slash, every name comes back. */
static void
random_names(void **state)
{
  (void)state;
  uint64_t seed = 17;
  for (int round = 0; round < 2000; round++) {
    char name[24], back[24];
    size_t n = 0, m = 0, length = 1 + round % 20;
    while (n < length) {
      seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
      char byte = (char)(seed >> 40);
      name[n] = byte && byte != '/' ? byte : 'x';
      n++;
    }
    name[n] = 0;
    if (!strcmp(name, ".") || !strcmp(name, ".."))
      continue;
    struct str out = {0};
    assert_true(uri_below(&out, "/root", name));
    for (const char *at = str_text(&out); *at; at++) {
      assert_true(isalnum((unsigned char)*at) || strchr("-._~%", *at));
      back[m++] = *at == '%' ? decoded(at + 1) : *at;
      at += *at == '%' ? 2 : 0;
    }
    back[m] = 0;
    assert_string_equal(back, name);
    str_free(&out);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(examples),
    cmocka_unit_test(random_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
