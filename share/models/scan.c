/* scanf and similar functions: the values read are arbitrary, even if the text is known. Reading
 * may stop before each conversion. */
#include "heddle.h"

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "arbitrary.h"

enum { MOST_UNBOUNDED = 15 }; /* characters for %s without a width */

struct arguments {
  va_list list;
};

struct conversion {
  _Bool suppressed;
  size_t width; /* 0: none */
  int size;     /* -2 hh, -1 h, 0, 1 l, 2 ll and the like */
  char kind;
};

static const char *
read_conversion(const char *at, struct conversion *c)
{
  for (;; at++) {
    if (*at == '*')
      c->suppressed = 1;
    else if (*at >= '0' && *at <= '9')
      c->width = c->width * 10 + (size_t)(*at - '0');
    else if (*at == 'h')
      c->size--;
    else if (*at == 'l')
      c->size++;
    else if (*at == 'j' || *at == 'q' || *at == 'L')
      c->size = 2;
    else if (*at == 'z' || *at == 't')
      c->size = sizeof(size_t) > sizeof(int);
    else
      break;
  }
  c->kind = *at;
  return *at ? at + 1 : at;
}

/* Behind the ] of a set of characters, which may begin with one. */
static const char *
skip_set(const char *at)
{
  if (*at == '^')
    at++;
  if (*at == ']')
    at++;
  while (*at && *at != ']')
    at++;
  return *at ? at + 1 : at;
}

static void
store_integer(const struct conversion *c, void *to)
{
  unsigned long long number = __heddle_nondet(64);

  if (c->size >= 2)
    *(unsigned long long *)to = number;
  else if (c->size == 1)
    *(unsigned long *)to = (unsigned long)number;
  else if (c->size == 0)
    *(unsigned *)to = (unsigned)number;
  else if (c->size == -1)
    *(unsigned short *)to = (unsigned short)number;
  else
    *(unsigned char *)to = (unsigned char)number;
}

static void
store_text(const struct conversion *c, char *to)
{
  size_t most = c->width ? c->width : MOST_UNBOUNDED;
  size_t length = 1 + __heddle_up_to(most - 1);

  if (!c->width)
    __heddle_assumed("scanf reads words of less than 16 characters");
  __heddle_fill(to, most, length);
  to[length] = 0;
}

static void
store(const struct conversion *c, void *to)
{
  size_t bytes = c->size >= 2 ? sizeof(long double) : c->size == 1 ? sizeof(double) : sizeof(float);

  switch (c->kind) {
  case 's':
  case '[':
    store_text(c, to);
    break;
  case 'c':
    __heddle_fill(to, c->width ? c->width : 1, c->width ? c->width : 1);
    break;
  case 'p':
    *(void **)to = (void *)__heddle_nondet(CHAR_BIT * sizeof(void *));
    break;
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    __heddle_fill(to, bytes, bytes);
    break;
  default:
    store_integer(c, to);
  }
}

static int
scan(const char *format, struct arguments *arguments)
{
  int stored = 0;

  while (*format) {
    struct conversion c = {0};

    if (*format++ != '%')
      continue;
    format = read_conversion(format, &c);
    if (c.kind == '%')
      continue;
    if (c.kind == '[')
      format = skip_set(format);
    if (c.kind == 'm')
      __heddle_assumed("scanf never succeeds with %m");
    if (c.kind == 'm' || (c.kind != 'n' && __heddle_fails()))
      return stored == 0 && __heddle_nondet(1) ? EOF : stored;
    if (c.suppressed)
      continue;
    store(&c, va_arg(arguments->list, void *));
    stored += c.kind != 'n';
  }
  return stored;
}

/* ---- the functions: arbitrary values, of any number of the conversions ----------------------- */

/* By the names that <stdio.h> gives scanf in C99 and in C23. */
#define NAMES(X) X(__isoc99_) X(__isoc23_)

#define X(prefix)                                                                                  \
  int prefix##vscanf(const char *restrict format, va_list list);                                   \
  int prefix##vfscanf(FILE *restrict file, const char *restrict format, va_list list);             \
  int prefix##vsscanf(const char *restrict text, const char *restrict format, va_list list);       \
  int prefix##scanf(const char *restrict format, ...);                                             \
  int prefix##fscanf(FILE *restrict file, const char *restrict format, ...);                       \
  int prefix##sscanf(const char *restrict text, const char *restrict format, ...);                 \
                                                                                                   \
  int prefix##vscanf(const char *restrict format, va_list list)                                    \
  {                                                                                                \
    struct arguments arguments;                                                                    \
    va_copy(arguments.list, list);                                                                 \
    int stored = scan(format, &arguments);                                                         \
    va_end(arguments.list);                                                                        \
    return stored;                                                                                 \
  }                                                                                                \
                                                                                                   \
  int prefix##vfscanf(FILE *restrict file, const char *restrict format, va_list list)              \
  {                                                                                                \
    (void)*(const volatile char *)file;                                                            \
    return prefix##vscanf(format, list);                                                           \
  }                                                                                                \
                                                                                                   \
  int prefix##vsscanf(const char *restrict text, const char *restrict format, va_list list)        \
  {                                                                                                \
    (void)*(const volatile char *)text;                                                            \
    return prefix##vscanf(format, list);                                                           \
  }                                                                                                \
                                                                                                   \
  int prefix##scanf(const char *restrict format, ...)                                              \
  {                                                                                                \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    int stored = prefix##vscanf(format, list);                                                     \
    va_end(list);                                                                                  \
    return stored;                                                                                 \
  }                                                                                                \
                                                                                                   \
  int prefix##fscanf(FILE *restrict file, const char *restrict format, ...)                        \
  {                                                                                                \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    int stored = prefix##vfscanf(file, format, list);                                              \
    va_end(list);                                                                                  \
    return stored;                                                                                 \
  }                                                                                                \
                                                                                                   \
  int prefix##sscanf(const char *restrict text, const char *restrict format, ...)                  \
  {                                                                                                \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    int stored = prefix##vsscanf(text, format, list);                                              \
    va_end(list);                                                                                  \
    return stored;                                                                                 \
  }
NAMES(X)
#undef X
