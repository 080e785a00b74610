/* Streams. Nothing is written anywhere, and input is arbitrary: a call returns any result that it
 * might return, including errors and the end of the file. (Formatting into memory is in format.c.)
 *
 * A stream is a block that fopen allocates and fclose frees. Each operation reads a byte of it, so
 * the use of a stream that is NULL or closed is an invalid access. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "heddle.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "arbitrary.h"

#undef stdin
#undef stdout
#undef stderr
static char standard[3];
FILE *stdin = (FILE *)&standard[0];
FILE *stdout = (FILE *)&standard[1];
FILE *stderr = (FILE *)&standard[2];

static void
use(FILE *file)
{
  (void)*(const volatile char *)file;
}

/* ---- output: any result, also an error; the arguments of a format are not looked at ---------- */

static int
some_length(void)
{
  return __heddle_fails() ? -1 : (int)__heddle_nondet(31);
}

int
vfprintf(FILE *restrict file, const char *restrict format, va_list arguments)
{
  (void)format;
  (void)arguments;
  use(file);
  return some_length();
}

int
fprintf(FILE *restrict file, const char *restrict format, ...)
{
  (void)format;
  use(file);
  return some_length();
}

int
vprintf(const char *restrict format, va_list arguments)
{
  (void)format;
  (void)arguments;
  return some_length();
}

int
printf(const char *restrict format, ...)
{
  (void)format;
  return some_length();
}

int
vdprintf(int file, const char *restrict format, va_list arguments)
{
  (void)file;
  (void)format;
  (void)arguments;
  return some_length();
}

int
dprintf(int file, const char *restrict format, ...)
{
  (void)file;
  (void)format;
  return some_length();
}

int
fputs(const char *restrict text, FILE *restrict file)
{
  (void)text;
  use(file);
  return some_length();
}

int
puts(const char *text)
{
  (void)text;
  return some_length();
}

/* The character, or EOF. */
int
fputc(int character, FILE *file)
{
  use(file);
  return __heddle_fails() ? EOF : (unsigned char)character;
}

/* As fputc. */
int
putc(int character, FILE *file)
{
  return fputc(character, file);
}

/* As fputc. */
int
putchar(int character)
{
  return fputc(character, stdout);
}

/* Any number of elements up to all. */
size_t
fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict file)
{
  (void)from;
  use(file);
  return size ? __heddle_up_to(count) : 0;
}

/* 0 or EOF; all streams if it is NULL. */
int
fflush(FILE *file)
{
  if (file)
    use(file);
  return __heddle_fails() ? EOF : 0;
}

/* Prints nothing. */
void
perror(const char *text)
{
  (void)text;
}

/* ---- opening and closing --------------------------------------------------------------------- */

/* A new stream, or NULL with some error. */
FILE *
fopen(const char *restrict path, const char *restrict mode)
{
  (void)path;
  (void)mode;
  return __heddle_fails() ? NULL : __heddle_malloc(1, 1);
}

/* The name of fopen in programs with large files. */
FILE *
fopen64(const char *restrict path, const char *restrict mode)
{
  return fopen(path, mode);
}

/* The stream itself, open anew, or NULL with some error and the stream is gone. */
FILE *
freopen(const char *restrict path, const char *restrict mode, FILE *restrict file)
{
  (void)path;
  (void)mode;
  use(file);
  if (!__heddle_fails())
    return file;
  if ((char *)file < standard || (char *)file >= standard + sizeof standard)
    __heddle_free(file);
  return NULL;
}

/* As freopen. */
FILE *
freopen64(const char *restrict path, const char *restrict mode, FILE *restrict file)
{
  return freopen(path, mode, file);
}

/* As fopen. */
FILE *
tmpfile64(void)
{
  return tmpfile();
}

/* As fopen. */
FILE *
fdopen(int file, const char *mode)
{
  (void)file;
  return fopen("", mode);
}

/* As fopen. */
FILE *
tmpfile(void)
{
  return fopen("", "");
}

/* The stream is gone, whatever the result: 0 or EOF. */
int
fclose(FILE *file)
{
  use(file);
  if ((char *)file < standard || (char *)file >= standard + sizeof standard)
    __heddle_free(file);
  return __heddle_fails() ? EOF : 0;
}

/* ---- names of files: success, or -1 with some error ------------------------------------------ */

int
remove(const char *path)
{
  (void)path;
  return __heddle_fails() ? -1 : 0;
}

int
rename(const char *from, const char *to)
{
  (void)from;
  (void)to;
  return __heddle_fails() ? -1 : 0;
}

/* ---- the state of a stream: any answer, whatever happened before ----------------------------- */

int
feof(FILE *file)
{
  use(file);
  return (int)__heddle_nondet(1);
}

int
ferror(FILE *file)
{
  use(file);
  return (int)__heddle_nondet(1);
}

/* Nothing happens. */
void
clearerr(FILE *file)
{
  use(file);
}

int
fileno(FILE *file)
{
  use(file);
  return (int)__heddle_nondet(31);
}

/* Success, or -1 with some error; the stream has no position. */
int
fseek(FILE *file, long offset, int whence)
{
  (void)offset;
  (void)whence;
  use(file);
  return __heddle_fails() ? -1 : 0;
}

/* Any position, or -1 with some error. */
long
ftell(FILE *file)
{
  use(file);
  return __heddle_fails() ? -1 : (long)__heddle_nondet(CHAR_BIT * sizeof(long) - 1);
}

/* As fseek. */
int
fseeko(FILE *file, off_t offset, int whence)
{
  return fseek(file, (long)offset, whence);
}

/* As fseek. */
int
fseeko64(FILE *file, off64_t offset, int whence)
{
  return fseek(file, (long)offset, whence);
}

/* As ftell. */
off_t
ftello(FILE *file)
{
  return ftell(file);
}

/* As ftell. */
off64_t
ftello64(FILE *file)
{
  return ftell(file);
}

/* Nothing happens. */
void
rewind(FILE *file)
{
  use(file);
}

int
setvbuf(FILE *restrict file, char *restrict buffer, int mode, size_t size)
{
  (void)buffer;
  (void)mode;
  (void)size;
  use(file);
  return (int)__heddle_nondet(1);
}

/* Nothing happens. */
void
setbuf(FILE *restrict file, char *restrict buffer)
{
  (void)buffer;
  use(file);
}

/* Keeps nobody out: no operation on a stream has more than one step. */
void
flockfile(FILE *file)
{
  use(file);
  __heddle_assumed("flockfile keeps nobody out");
}

/* Does nothing, as flockfile. */
void
funlockfile(FILE *file)
{
  use(file);
}

/* ---- input: any characters, any number of them, the end or an error at any time -------------- */

int
fgetc(FILE *file)
{
  use(file);
  return __heddle_fails() ? EOF : (int)__heddle_nondet(CHAR_BIT);
}

int
getc(FILE *file)
{
  return fgetc(file);
}

int
getchar(void)
{
  return fgetc(stdin);
}

/* The character, which is not read again. */
int
ungetc(int character, FILE *file)
{
  use(file);
  if (character != EOF)
    __heddle_assumed("ungetc is not followed by reading the same character");
  return character == EOF ? EOF : (unsigned char)character;
}

char *
fgets(char *restrict to, int size, FILE *restrict file)
{
  use(file);
  if (size <= 0 || __heddle_fails())
    return NULL;
  size_t length = __heddle_up_to((size_t)size - 1);

  __heddle_fill(to, (size_t)size - 1, length);
  to[length] = 0;
  return to;
}

size_t
fread(void *restrict to, size_t size, size_t count, FILE *restrict file)
{
  size_t read = size ? __heddle_up_to(count) : 0;

  use(file);
  __heddle_fill(to, count * size, read * size);
  return read;
}

enum { LINE = 16 };

/* A line of 1 to 15 characters, or -1. The memory for it is always new. */
ssize_t
getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict file)
{
  (void)delimiter;
  use(file);
  if (!line || !size) {
    errno = EINVAL;
    return -1;
  }
  if (__heddle_fails())
    return -1;
  char *new = malloc(LINE);

  if (!new)
    return -1;
  size_t length = 1 + __heddle_up_to(LINE - 2);

  __heddle_assumed("getline reads lines of less than 16 characters");
  free(*line);
  __heddle_fill(new, LINE - 1, length);
  new[length] = 0;
  *line = new;
  *size = LINE;
  return (ssize_t)length;
}

/* As getdelim. */
ssize_t
getline(char **restrict line, size_t *restrict size, FILE *restrict file)
{
  return getdelim(line, size, '\n', file);
}
