/* Copying with the size of the target. */
// run: --unwind 20 => safe
// run: --unwind 20 -- -DWRONG=1 => bug
// run: --unwind 20 -- -DWRONG=2 => bug
// brute: no
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#ifndef WRONG
#define WRONG 0
#endif

int memcpy_s(void *, size_t, const void *, size_t);
int memmove_s(void *, size_t, const void *, size_t);
int memset_s(void *, size_t, int, size_t);
int strcpy_s(char *, size_t, const char *);
int strncpy_s(char *, size_t, const char *, size_t);
int strcat_s(char *, size_t, const char *);
int strncat_s(char *, size_t, const char *, size_t);
size_t strnlen_s(const char *, size_t);
char *strtok_s(char *, size_t *, const char *, char **);
int vsprintf_s(char *, size_t, const char *, va_list);
int sprintf_s(char *, size_t, const char *, ...);
unsigned __VERIFIER_nondet_uint(void);

static int
print(char *to, size_t size, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  int length = vsprintf_s(to, size, format, list);
  va_end(list);
  return length;
}

int
main(void)
{
  char text[8] = "abcdefg", words[] = "a,,b", *rest = NULL;
  size_t n = __VERIFIER_nondet_uint() & 15, size = sizeof words;

  assert(memcpy_s(text, 4, "wxyz", 4) == 0 && strcmp(text, "wxyzefg") == 0);
  assert(memcpy_s(text, 2, "1234", 4) != 0 && text[0] == 0 && text[1] == 0 && text[2] == 'y');
  assert(memcpy_s(NULL, 2, "1", 1) != 0 && memcpy_s(text, 2, NULL, 1) != 0);
  assert(memcpy_s(text, 8, text + 1, 4) != 0 && text[7] == 0 && text[4] == 0);
  assert(strcpy_s(text, 8, "abcdefg") == 0 && memmove_s(text, 8, text + 1, 3) == 0);
  assert(strcmp(text, "bcddefg") == 0 && memmove_s(text, 1, text + 1, 3) != 0);
  assert(memset_s(text, 2, 'x', 3) != 0 && text[1] == 'x' && text[2] == 'd');
  assert(memset_s(text, 3, 'y', 3) == 0 && text[2] == 'y');
  assert(strcpy_s(text, 4, "1234") != 0 && text[0] == 0);
  assert(strncpy_s(text, 4, "1234", 3) == 0 && strcmp(text, "123") == 0);
  assert(strcat_s(text, 8, "45") == 0 && strncat_s(text, 8, "6789", 2) == 0);
  assert(strcmp(text, "1234567") == 0 && strnlen_s(text, 5) == 5 && strnlen_s(NULL, 5) == 0);
  assert(strcat_s(text, 8, "8") != 0 && text[0] == 0);
  assert(sprintf_s(text, 8, "%d", 1234567) == 7 && print(text, 8, "%d", 12345678) < 0);
  assert(text[0] == 0);
  assert(*strtok_s(words, &size, ",", &rest) == 'a' && *strtok_s(NULL, &size, ",", &rest) == 'b');
  assert(!strtok_s(NULL, &size, ",", &rest));
  if (WRONG == 1)
    memcpy(text, "12345678", n);
  else if (memcpy_s(text, sizeof text, "12345678", n) == 0)
    assert(n <= 8 - (WRONG == 2));
  return 0;
}
