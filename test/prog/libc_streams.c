/* A stream may fail to open; what is read is arbitrary within its bounds. */
// verdict: safe
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static void
use(FILE *file)
{
  char text[4] = "abc";
  int c = fgetc(file), d = getc(file);
  size_t n;

  assert(c >= EOF && c < 256 && d >= EOF && d < 256);
  if (fgets(text, sizeof text, file))
    assert(text[3] == 0);
  else
    assert(strcmp(text, "abc") == 0);
  memcpy(text, "xyz", 4);
  n = fread(text, 2, 1, file);
  assert(n <= 1 && (n == 1 || text[0] == 'x') && text[2] == 'z');
  assert(!fgets(text, 0, file));
  assert(feof(file) + ferror(file) <= 2 && fileno(file) >= 0);
  clearerr(file);
  assert(fseek(file, 0, SEEK_SET) <= 0 && ftell(file) >= -1);
  rewind(file);
  setbuf(file, NULL);
  assert(ungetc(EOF, file) == EOF);
}

int
main(void)
{
  int c = getchar();
  FILE *file = fopen("warp", "r"), *other = tmpfile(), *third = fdopen(3, "w");

  assert(c >= EOF && c < 256);
  if (file) {
    assert(file != other && file != third && file != stdin);
    use(file);
    assert(fclose(file) <= 0);
  } else {
    assert(errno != 0);
  }
  if (other)
    fclose(other);
  if (third)
    fclose(third);
  if (remove("warp") != 0)
    assert(errno != 0);
  assert(rename("warp", "weft") <= 0);
  fclose(stdin);
  return 0;
}
