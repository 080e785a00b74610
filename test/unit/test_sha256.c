#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/sha256.h"

/* In pieces of `piece` bytes. */
static void
expect(const char *text, size_t repeated, size_t piece, const char *want)
{
  struct sha256 sha;
  char hex[SHA256_HEX];
  sha256_begin(&sha);
  for (size_t r = 0; r < repeated; r++)
    for (size_t n = strlen(text), i = 0; i < n; i += piece)
      sha256_add(&sha, text + i, n - i < piece ? n - i : piece);
  sha256_end(&sha, hex);
  assert_string_equal(hex, want);
}

/* The examples of the standard. */
static void
hashes_as_the_standard_says(void **state)
{
  (void)state;
  static const char *const nothing =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  static const char *const long_text = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  expect("", 1, 1, nothing);
  for (size_t piece = 1; piece < 70; piece += 9) {
    expect("abc", 1, piece, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(long_text, 1, piece, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    expect("aaaaaaaaaa", 100000, piece,
           "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(hashes_as_the_standard_says)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
