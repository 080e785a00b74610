/* Numbers from text, integer arithmetic, sorting and searching, random numbers, the environment. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "digit.h"
#include "heddle.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers from text: exactly as specified, with errno and the end of the number ----------- */

/* A sign and a magnitude, which is ULLONG_MAX with `too_large` set if it is larger than that. */
struct number {
  unsigned long long magnitude;
  _Bool negative, too_large;
};

/* "0x1" may begin with a prefix, "0xg" does not. */
static _Bool
has_prefix(const char *text, char letter, unsigned base)
{
  return text[0] == '0' && (text[1] == letter || text[1] == letter - 'a' + 'A') &&
         digit_of(text[2]) < base;
}

static struct number
read_number(const char *text, char **end, int base, _Bool binary)
{
  struct number number = {0, 0, 0};
  const char *at = text;
  _Bool any = 0;

  if (end)
    *end = (char *)text;
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return number;
  }
  for (size_t i = 0; i < SIZE_MAX && is_space(*at); i++)
    at++;
  number.negative = *at == '-';
  if (*at == '-' || *at == '+')
    at++;
  if ((base == 0 || base == 16) && has_prefix(at, 'x', 16)) {
    base = 16;
    at += 2;
  } else if (binary && (base == 0 || base == 2) && has_prefix(at, 'b', 2)) {
    base = 2;
    at += 2;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  for (size_t i = 0; i < SIZE_MAX; i++, at++) {
    unsigned digit = digit_of(*at), radix = (unsigned)base;

    if (digit >= radix)
      break;
    any = 1;
    if (number.magnitude > (ULLONG_MAX - digit) / radix) {
      number.too_large = 1;
      number.magnitude = ULLONG_MAX;
    } else if (!number.too_large) {
      number.magnitude = number.magnitude * radix + digit;
    }
  }
  if (end && any)
    *end = (char *)at;
  return number;
}

static long long
signed_number(struct number number, long long least, long long most)
{
  unsigned long long limit = (unsigned long long)most + number.negative;

  if (number.magnitude > limit) {
    errno = ERANGE;
    return number.negative ? least : most;
  }
  if (number.negative)
    return number.magnitude == limit ? least : -(long long)number.magnitude;
  return (long long)number.magnitude;
}

static unsigned long long
unsigned_number(struct number number, unsigned long long most)
{
  if (number.too_large || number.magnitude > most) {
    errno = ERANGE;
    return most;
  }
  return (number.negative ? -number.magnitude : number.magnitude) & most;
}

/* The second name is the one that C23 gives the function, which also reads "0b1".
 * X(name, its name in C23, type, value) */
#define READERS(X)                                                                                 \
  X(strtol, __isoc23_strtol, long, (long)signed_number(number, LONG_MIN, LONG_MAX))                \
  X(strtoll, __isoc23_strtoll, long long, signed_number(number, LLONG_MIN, LLONG_MAX))             \
  X(strtoimax, __isoc23_strtoimax, intmax_t, signed_number(number, INTMAX_MIN, INTMAX_MAX))        \
  X(strtoul, __isoc23_strtoul, unsigned long, (unsigned long)unsigned_number(number, ULONG_MAX))   \
  X(strtoull, __isoc23_strtoull, unsigned long long, unsigned_number(number, ULLONG_MAX))          \
  X(strtoumax, __isoc23_strtoumax, uintmax_t, unsigned_number(number, UINTMAX_MAX))

#define X(name, name23, type, value)                                                               \
  type name(const char *restrict text, char **restrict end, int base)                              \
  {                                                                                                \
    struct number number = read_number(text, end, base, 0);                                        \
    return value;                                                                                  \
  }                                                                                                \
  type name23(const char *restrict text, char **restrict end, int base);                           \
  type name23(const char *restrict text, char **restrict end, int base)                            \
  {                                                                                                \
    struct number number = read_number(text, end, base, 1);                                        \
    return value;                                                                                  \
  }
READERS(X)
#undef X

int
atoi(const char *text)
{
  return (int)strtol(text, NULL, 10);
}

long
atol(const char *text)
{
  return strtol(text, NULL, 10);
}

long long
atoll(const char *text)
{
  return strtoll(text, NULL, 10);
}

/* ---- integer arithmetic: exactly as specified ------------------------------------------------ */

int
abs(int number)
{
  return number < 0 ? -number : number;
}

long
labs(long number)
{
  return number < 0 ? -number : number;
}

long long
llabs(long long number)
{
  return number < 0 ? -number : number;
}

intmax_t
imaxabs(intmax_t number)
{
  return number < 0 ? -number : number;
}

div_t
div(int number, int by)
{
  return (div_t){number / by, number % by};
}

ldiv_t
ldiv(long number, long by)
{
  return (ldiv_t){number / by, number % by};
}

lldiv_t
lldiv(long long number, long long by)
{
  return (lldiv_t){number / by, number % by};
}

imaxdiv_t
imaxdiv(intmax_t number, intmax_t by)
{
  return (imaxdiv_t){number / by, number % by};
}

/* ---- sorting and searching ------------------------------------------------------------------- */

/* In pieces that fit here, so that each scalar is copied as a whole. */
static void
swap(char *a, char *b, size_t size)
{
  char kept[64];

  for (size_t done = 0; done < size;) {
    size_t n = size - done < sizeof kept ? size - done : sizeof kept;

    memcpy(kept, a + done, n);
    memcpy(a + done, b + done, n);
    memcpy(b + done, kept, n);
    done += n;
  }
}

/* Sorts in place; elements that compare equal end in any order. (By insertion, with counted loops:
 * the length need not be guessed.) */
void
qsort_r(void *array, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
        void *argument)
{
  char *base = array;

  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0; j--) {
      char *right = base + j * size, *left = right - size;
      int order = compare(left, right, argument);

      if (order < 0 || (order == 0 && __heddle_nondet(1)))
        break;
      swap(left, right, size);
    }
}

static int
compare_two(const void *a, const void *b, void *compare)
{
  return ((int (*)(const void *, const void *))compare)(a, b);
}

/* As qsort_r. */
void
qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *))
{
  qsort_r(array, count, size, compare_two, (void *)compare);
}

/* An element that compares equal, if there is one; of several, the one that a search by steps that
 * are powers of two meets first. (How many steps there are depends on the count alone.) */
void *
bsearch(const void *key, const void *array, size_t count, size_t size,
        int (*compare)(const void *, const void *))
{
  const char *base = array;
  size_t step = 1, before = 0; /* so many elements are smaller than the key */

  while (step <= count / 2)
    step *= 2;
  for (; step > 0; step /= 2) {
    if (before + step > count)
      continue;
    const char *element = base + (before + step - 1) * size;
    int order = compare(key, element);

    if (order == 0)
      return (void *)(uintptr_t)element;
    if (order > 0)
      before += step;
  }
  return NULL;
}

/* ---- random numbers: any number in the range; a seed changes nothing ------------------------- */

_Static_assert(RAND_MAX == 0x7fffffff, "rand has 31 bits");

int
rand(void)
{
  return (int)__heddle_nondet(31);
}

void
srand(unsigned seed)
{
  (void)seed;
}

/* Any number; the seed becomes any number too. */
int
rand_r(unsigned *seed)
{
  *seed = (unsigned)__heddle_nondet(32);
  return (int)__heddle_nondet(31);
}

long
random(void)
{
  return (long)__heddle_nondet(31);
}

void
srandom(unsigned seed)
{
  (void)seed;
}

long
lrand48(void)
{
  return (long)__heddle_nondet(31);
}

long
mrand48(void)
{
  return (int)__heddle_nondet(32);
}

void
srand48(long seed)
{
  (void)seed;
}

/* ---- the environment: arbitrary -------------------------------------------------------------- */

enum { VALUES = 4, VALUE_SIZE = 16 };

/* NULL or any text of less than 16 characters, anew for each call. */
char *
getenv(const char *name)
{
  static _Thread_local char values[VALUES][VALUE_SIZE];
  static _Thread_local unsigned next;

  (void)*(const volatile char *)name;
  if (__heddle_nondet(1))
    return NULL;
  __heddle_assumed("environment variables have less than 16 characters");
  if (next >= VALUES) {
    __heddle_assumed("each thread uses at most four environment variables at a time");
    next = 0;
  }
  char *value = values[next++];

  for (size_t i = 0; i + 1 < VALUE_SIZE; i++)
    value[i] = (char)__heddle_nondet(CHAR_BIT);
  return value;
}

/* As getenv. */
char *
secure_getenv(const char *name)
{
  return getenv(name);
}

/* The whole of it. The front end calls __heddle_environment before main, if the program looks. */

enum { VARIABLES = 2 };

static char *no_variables[1];
char **environ = no_variables;

char **__heddle_environment(void);

static void
fill_variable(char *text)
{
  _Bool ended = 0, named = 0;

  for (size_t i = 0; i + 1 < VALUE_SIZE; i++) {
    text[i] = (char)__heddle_nondet(CHAR_BIT);
    ended |= !text[i];
    named |= i && !ended && text[i] == '=';
  }
  __heddle_assume(named && text[0] != '=');
}

/* For environ and for the third argument of main: up to two texts NAME=VALUE of less than 16
 * characters. */
char **
__heddle_environment(void)
{
  static char texts[VARIABLES][VALUE_SIZE];
  static char *variables[VARIABLES + 1];
  _Bool more = 1;

  __heddle_assumed("the environment has at most two variables, of less than 16 characters");
  for (size_t i = 0; i < VARIABLES; i++) {
    more = more && __heddle_nondet(1);
    if (more) {
      fill_variable(texts[i]);
      variables[i] = texts[i];
    }
  }
  environ = variables;
  return variables;
}
