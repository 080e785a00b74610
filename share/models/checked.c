/* Copying with the size of the target (annex K of C17), as programs that declare these functions
 * expect them: what does not fit is refused with an error as the result, and no handler is
 * called. */
#include "heddle.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define MOST (SIZE_MAX >> 1)

int memcpy_s(void *to, size_t size, const void *from, size_t n);
int memmove_s(void *to, size_t size, const void *from, size_t n);
int memset_s(void *to, size_t size, int byte, size_t n);
int strcpy_s(char *to, size_t size, const char *from);
int strncpy_s(char *to, size_t size, const char *from, size_t n);
int strcat_s(char *to, size_t size, const char *from);
int strncat_s(char *to, size_t size, const char *from, size_t n);
size_t strnlen_s(const char *text, size_t most);
char *strtok_s(char *text, size_t *size, const char *separators, char **rest);
int vsprintf_s(char *to, size_t size, const char *format, va_list arguments);
int sprintf_s(char *to, size_t size, const char *format, ...);

static _Bool
is_target(const void *to, size_t size)
{
  return to && size <= MOST;
}

/* The target is emptied. */
static int
empty(char *to, size_t size, int error)
{
  if (is_target(to, size) && size > 0)
    *to = 0;
  return error;
}

static int
clear(void *to, size_t size, int error)
{
  if (is_target(to, size))
    memset(to, 0, size);
  return error;
}

static _Bool
overlap(const void *to, const void *from, size_t n)
{
  uintptr_t a = (uintptr_t)to, b = (uintptr_t)from;

  return (a - b < n) | (b - a < n);
}

/* EINVAL for NULL and for what overlaps, ERANGE for what does not fit; then the target is zeroed. */
int
memcpy_s(void *to, size_t size, const void *from, size_t n)
{
  if (!is_target(to, size) || !from)
    return clear(to, size, EINVAL);
  if (n > size)
    return clear(to, size, ERANGE);
  if (n > 0 && overlap(to, from, n))
    return clear(to, size, EINVAL);
  memcpy(to, from, n);
  return 0;
}

/* As memcpy_s; what overlaps is copied. */
int
memmove_s(void *to, size_t size, const void *from, size_t n)
{
  if (!is_target(to, size) || !from)
    return clear(to, size, EINVAL);
  if (n > size)
    return clear(to, size, ERANGE);
  memmove(to, from, n);
  return 0;
}

/* EINVAL for NULL; what does not fit is set as far as it fits, and ERANGE. */
int
memset_s(void *to, size_t size, int byte, size_t n)
{
  if (!is_target(to, size))
    return EINVAL;
  memset(to, byte, n > size ? size : n);
  return n > size ? ERANGE : 0;
}

/* Appends at `at` at most n characters. */
static int
append(char *to, size_t size, size_t at, const char *from, size_t n)
{
  if (!from)
    return empty(to, size, EINVAL);
  n = strnlen(from, n);
  if (n >= size - at)
    return empty(to, size, ERANGE);
  if (overlap(to, from, n + 1))
    return empty(to, size, EINVAL);
  memcpy(to + at, from, n);
  to[at + n] = 0;
  return 0;
}

/* EINVAL for NULL and for what overlaps, ERANGE for what does not fit; then the target is "". */
int
strcpy_s(char *to, size_t size, const char *from)
{
  return strncpy_s(to, size, from, MOST);
}

/* As strcpy_s, of at most n characters. */
int
strncpy_s(char *to, size_t size, const char *from, size_t n)
{
  if (!is_target(to, size) || size == 0)
    return EINVAL;
  return append(to, size, 0, from, n);
}

/* As strcpy_s; a target without an end is refused, too. */
int
strcat_s(char *to, size_t size, const char *from)
{
  return strncat_s(to, size, from, MOST);
}

/* As strcat_s, of at most n characters. */
int
strncat_s(char *to, size_t size, const char *from, size_t n)
{
  if (!is_target(to, size) || size == 0)
    return EINVAL;
  size_t length = strnlen(to, size);

  return length == size ? empty(to, size, EINVAL) : append(to, size, length, from, n);
}

/* As strnlen; 0 for NULL. */
size_t
strnlen_s(const char *text, size_t most)
{
  return text ? strnlen(text, most) : 0;
}

/* As strtok_r, within the size, which becomes what is left of it. */
char *
strtok_s(char *text, size_t *size, const char *separators, char **rest)
{
  char *from = text ? text : *rest, *word = strtok_r(text, separators, rest);

  if (from && *rest)
    *size -= (size_t)(*rest - from);
  return word;
}

/* As vsnprintf; what does not fit is refused, and the target is "". */
int
vsprintf_s(char *to, size_t size, const char *format, va_list arguments)
{
  if (!is_target(to, size) || size == 0 || !format)
    return empty(to, size, -1);
  int length = vsnprintf(to, size, format, arguments);

  return length < 0 || (size_t)length >= size ? empty(to, size, -1) : length;
}

/* As vsprintf_s. */
int
sprintf_s(char *to, size_t size, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  int length = vsprintf_s(to, size, format, arguments);

  va_end(arguments);
  return length;
}
