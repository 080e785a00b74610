/* Output. Nothing is written: a call returns some number of characters, never an error, and leaves
 * its arguments alone. */
#include "heddle.h"

#include <stdio.h>

#undef stdin
#undef stdout
#undef stderr
FILE *stdin;
FILE *stdout;
FILE *stderr;

static int
some_length(void)
{
  return (int)__heddle_nondet(31);
}

int
printf(const char *format, ...)
{
  (void)format;
  return some_length();
}

int
fprintf(FILE *file, const char *format, ...)
{
  (void)file;
  (void)format;
  return some_length();
}

int
puts(const char *text)
{
  (void)text;
  return some_length();
}

int
fputs(const char *text, FILE *file)
{
  (void)text;
  (void)file;
  return some_length();
}

int
putchar(int character)
{
  return (unsigned char)character;
}

int
fputc(int character, FILE *file)
{
  (void)file;
  return (unsigned char)character;
}

int
fflush(FILE *file)
{
  (void)file;
  return 0;
}

void
perror(const char *text)
{
  (void)text;
}
