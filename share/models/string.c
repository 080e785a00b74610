/* Memory and strings, byte by byte. Where clang makes an intrinsic of a call (memcpy, memmove and
 * memset nearly always) the front end does it in one go; these are for the calls that remain. */
#include "heddle.h"

#include <string.h>

void *
memcpy(void *restrict to, const void *restrict from, size_t size)
{
  unsigned char *t = to;
  const unsigned char *f = from;

  for (size_t i = 0; i < size; i++)
    t[i] = f[i];
  return to;
}

void *
memmove(void *to, const void *from, size_t size)
{
  unsigned char *t = to;
  const unsigned char *f = from;

  if (t < f)
    for (size_t i = 0; i < size; i++)
      t[i] = f[i];
  else
    for (size_t i = size; i > 0; i--)
      t[i - 1] = f[i - 1];
  return to;
}

void *
memset(void *to, int byte, size_t size)
{
  unsigned char *t = to;

  for (size_t i = 0; i < size; i++)
    t[i] = (unsigned char)byte;
  return to;
}

int
memcmp(const void *a, const void *b, size_t size)
{
  const unsigned char *x = a, *y = b;

  for (size_t i = 0; i < size; i++)
    if (x[i] != y[i])
      return x[i] < y[i] ? -1 : 1;
  return 0;
}

size_t
strlen(const char *text)
{
  size_t length = 0;

  while (text[length])
    length++;
  return length;
}

int
strncmp(const char *a, const char *b, size_t size)
{
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;

  for (size_t i = 0; i < size; i++) {
    if (x[i] != y[i])
      return x[i] < y[i] ? -1 : 1;
    if (x[i] == 0)
      break;
  }
  return 0;
}

int
strcmp(const char *a, const char *b)
{
  return strncmp(a, b, (size_t)-1);
}

char *
strcpy(char *restrict to, const char *restrict from)
{
  size_t i = 0;

  while ((to[i] = from[i]))
    i++;
  return to;
}

char *
strncpy(char *restrict to, const char *restrict from, size_t size)
{
  size_t i = 0;

  for (; i < size && from[i]; i++)
    to[i] = from[i];
  for (; i < size; i++)
    to[i] = 0;
  return to;
}

char *
strcat(char *restrict to, const char *restrict from)
{
  strcpy(to + strlen(to), from);
  return to;
}

char *
strchr(const char *text, int character)
{
  for (;; text++) {
    if (*text == (char)character)
      return (char *)text;
    if (*text == 0)
      return NULL;
  }
}
