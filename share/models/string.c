/* Memory and strings, byte by byte. If clang makes an intrinsic of a call (memcpy, memmove and
 * memset nearly always), the front end handles it as a whole. These functions are for the
 * remaining calls.
 *
 * Loops over strings count upwards although the terminator ends them. A counted loop runs to the
 * end of the string or of its memory even if the characters are not constant. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "heddle.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The type lacks const where the library's functions give a caller back what it gave them. */
#define WITHOUT_CONST(pointer) ((char *)(uintptr_t)(pointer))

/* ---- memory: exactly as specified, one byte after the other ---------------------------------- */

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

void
explicit_bzero(void *to, size_t size)
{
  memset(to, 0, size);
}

void
bzero(void *to, size_t size)
{
  memset(to, 0, size);
}

void
bcopy(const void *from, void *to, size_t size)
{
  memmove(to, from, size);
}

void *
mempcpy(void *restrict to, const void *restrict from, size_t size)
{
  memcpy(to, from, size);
  return (unsigned char *)to + size;
}

void *
memccpy(void *restrict to, const void *restrict from, int byte, size_t size)
{
  unsigned char *t = to;
  const unsigned char *f = from;

  for (size_t i = 0; i < size; i++) {
    unsigned char c = f[i];

    t[i] = c;
    if (c == (unsigned char)byte)
      return t + i + 1;
  }
  return NULL;
}

int
memcmp(const void *a, const void *b, size_t size)
{
  const unsigned char *x = a, *y = b;

  for (size_t i = 0; i < size; i++) {
    unsigned char c = x[i], d = y[i];

    if (c != d)
      return c < d ? -1 : 1;
  }
  return 0;
}

int
bcmp(const void *a, const void *b, size_t size)
{
  return memcmp(a, b, size);
}

void *
memchr(const void *memory, int byte, size_t size)
{
  const unsigned char *m = memory;

  for (size_t i = 0; i < size; i++)
    if (m[i] == (unsigned char)byte)
      return WITHOUT_CONST(m + i);
  return NULL;
}

void *
memrchr(const void *memory, int byte, size_t size)
{
  const unsigned char *m = memory;

  for (size_t i = size; i > 0; i--)
    if (m[i - 1] == (unsigned char)byte)
      return WITHOUT_CONST(m + i - 1);
  return NULL;
}

void *
rawmemchr(const void *memory, int byte)
{
  return memchr(memory, byte, SIZE_MAX);
}

void *
memmem(const void *memory, size_t size, const void *wanted, size_t wanted_size)
{
  const unsigned char *m = memory;

  for (size_t i = 0; wanted_size <= size && i <= size - wanted_size; i++)
    if (memcmp(m + i, wanted, wanted_size) == 0)
      return WITHOUT_CONST(m + i);
  return NULL;
}

/* ---- strings: exactly as specified, one character after the other ---------------------------- */

size_t
strnlen(const char *text, size_t most)
{
  for (size_t i = 0; i < most; i++)
    if (text[i] == 0)
      return i;
  return most;
}

size_t
strlen(const char *text)
{
  return strnlen(text, SIZE_MAX);
}

int
strncmp(const char *a, const char *b, size_t size)
{
  for (size_t i = 0; i < size; i++) {
    unsigned char c = (unsigned char)a[i], d = (unsigned char)b[i];

    if (c != d)
      return c < d ? -1 : 1;
    if (c == 0)
      return 0;
  }
  return 0;
}

int
strcmp(const char *a, const char *b)
{
  return strncmp(a, b, SIZE_MAX);
}

/* As strcmp: in the C locale, the only one here, characters have the order of their codes. */
int
strcoll(const char *a, const char *b)
{
  return strcmp(a, b);
}

static int
lower(int c)
{
  return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

int
strncasecmp(const char *a, const char *b, size_t size)
{
  for (size_t i = 0; i < size; i++) {
    int c = lower((unsigned char)a[i]), d = lower((unsigned char)b[i]);

    if (c != d)
      return c - d;
    if (c == 0)
      return 0;
  }
  return 0;
}

int
strcasecmp(const char *a, const char *b)
{
  return strncasecmp(a, b, SIZE_MAX);
}

char *
stpcpy(char *restrict to, const char *restrict from)
{
  for (size_t i = 0; i < SIZE_MAX; i++) {
    char c = from[i];

    to[i] = c;
    if (c == 0)
      return to + i;
  }
  return to;
}

char *
strcpy(char *restrict to, const char *restrict from)
{
  stpcpy(to, from);
  return to;
}

char *
stpncpy(char *restrict to, const char *restrict from, size_t size)
{
  char *end = to + size;
  _Bool over = 0;

  for (size_t i = 0; i < size; i++) {
    char c = over ? 0 : from[i];

    to[i] = c;
    if (c == 0 && !over) {
      over = 1;
      end = to + i;
    }
  }
  return end;
}

char *
strncpy(char *restrict to, const char *restrict from, size_t size)
{
  stpncpy(to, from, size);
  return to;
}

char *
strcat(char *restrict to, const char *restrict from)
{
  strcpy(to + strlen(to), from);
  return to;
}

char *
strncat(char *restrict to, const char *restrict from, size_t size)
{
  char *end = to + strlen(to);

  for (size_t i = 0; i < size; i++) {
    char c = from[i];

    end[i] = c;
    if (c == 0)
      return to;
  }
  end[size] = 0;
  return to;
}

char *
strchr(const char *text, int character)
{
  for (size_t i = 0; i < SIZE_MAX; i++) {
    char c = text[i];

    if (c == (char)character)
      return WITHOUT_CONST(text + i);
    if (c == 0)
      return NULL;
  }
  return NULL;
}

char *
strchrnul(const char *text, int character)
{
  for (size_t i = 0; i < SIZE_MAX; i++) {
    char c = text[i];

    if (c == (char)character || c == 0)
      return WITHOUT_CONST(text + i);
  }
  return NULL;
}

char *
index(const char *text, int character)
{
  return strchr(text, character);
}

char *
strrchr(const char *text, int character)
{
  const char *found = NULL;

  for (size_t i = 0; i < SIZE_MAX; i++) {
    char c = text[i];

    if (c == (char)character)
      found = text + i;
    if (c == 0)
      break;
  }
  return WITHOUT_CONST(found);
}

char *
rindex(const char *text, int character)
{
  return strrchr(text, character);
}

/* Does the text begin with the other? */
static _Bool
begins(const char *text, const char *with, _Bool fold)
{
  for (size_t i = 0; i < SIZE_MAX; i++) {
    unsigned char c = (unsigned char)text[i], d = (unsigned char)with[i];

    if (d == 0)
      return 1;
    if (fold ? lower(c) != lower(d) : c != d)
      return 0;
  }
  return 0;
}

static char *
find(const char *text, const char *wanted, _Bool fold)
{
  for (size_t i = 0; i < SIZE_MAX; i++) {
    if (begins(text + i, wanted, fold))
      return WITHOUT_CONST(text + i);
    if (text[i] == 0)
      return NULL;
  }
  return NULL;
}

char *
strstr(const char *text, const char *wanted)
{
  return find(text, wanted, 0);
}

char *
strcasestr(const char *text, const char *wanted)
{
  return find(text, wanted, 1);
}

/* The length of the prefix whose characters all are, or all are not, in the set. */
static size_t
span(const char *text, const char *set, _Bool in)
{
  for (size_t i = 0; i < SIZE_MAX; i++) {
    char c = text[i];

    if (c == 0 || (strchr(set, c) != NULL) != in)
      return i;
  }
  return 0;
}

size_t
strspn(const char *text, const char *accepted)
{
  return span(text, accepted, 1);
}

size_t
strcspn(const char *text, const char *rejected)
{
  return span(text, rejected, 0);
}

char *
strpbrk(const char *text, const char *wanted)
{
  const char *found = text + strcspn(text, wanted);

  return *found ? WITHOUT_CONST(found) : NULL;
}

char *
strtok_r(char *restrict text, const char *restrict separators, char **restrict rest)
{
  char *word = text ? text : *rest, *end;

  word += strspn(word, separators);
  end = word + strcspn(word, separators);
  if (*end)
    *end++ = 0;
  *rest = end;
  return *word ? word : NULL;
}

/* Exactly as specified; what remains of the text is one variable for all threads. */
char *
strtok(char *restrict text, const char *restrict separators)
{
  static char *remaining;

  return strtok_r(text, separators, &remaining);
}

char *
strsep(char **restrict text, const char *restrict separators)
{
  char *word = *text;

  if (!word)
    return NULL;
  char *end = word + strcspn(word, separators);

  *text = *end ? end + 1 : NULL;
  *end = 0;
  return word;
}

/* ---- the messages of error numbers: any text of less than 64 characters ---------------------- */

enum { MESSAGE_SIZE = 64 };

static void
some_message(char *text, size_t size)
{
  for (size_t i = 0; i + 1 < size; i++)
    text[i] = (char)__heddle_nondet(CHAR_BIT);
  if (size)
    text[size - 1] = 0;
}

/* Any text of less than 64 characters, which the next call in the same thread overwrites. */
char *
strerror(int number)
{
  static _Thread_local char message[MESSAGE_SIZE];

  (void)number;
  some_message(message, sizeof message);
  return message;
}

char *
strerror_r(int number, char *text, size_t size)
{
  (void)number;
  some_message(text, size < MESSAGE_SIZE ? size : MESSAGE_SIZE);
  return text;
}

int __xpg_strerror_r(int number, char *text, size_t size);

/* What strerror_r is without _GNU_SOURCE: the number may be unknown or the memory too small. */
int
__xpg_strerror_r(int number, char *text, size_t size)
{
  strerror_r(number, text, size);
  if (__heddle_nondet(1))
    return 0;
  return __heddle_nondet(1) ? EINVAL : ERANGE;
}

/* As strerror. */
char *
strsignal(int number)
{
  return strerror(number);
}

/* ---- bits: the number of the lowest one, from 1 ---------------------------------------------- */

int
ffs(int bits)
{
  return bits ? __builtin_ctz((unsigned)bits) + 1 : 0;
}

int
ffsl(long bits)
{
  return bits ? __builtin_ctzl((unsigned long)bits) + 1 : 0;
}

int
ffsll(long long bits)
{
  return bits ? __builtin_ctzll((unsigned long long)bits) + 1 : 0;
}
