/* Formatting into memory: sprintf and similar functions, exactly as specified for integers,
 * characters and strings. A floating-point number becomes arbitrary text.
 *
 * If the format and the arguments are constant, all of this is computed while the program is
 * unfolded. */
#include "heddle.h"

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Where the characters go: those that do not fit are counted only. */
struct out {
  char *to;
  size_t size, length;
};

struct conversion {
  _Bool left, zero, plus, blank, alternate; /* flags */
  _Bool has_precision;
  size_t width, precision;
  int size; /* -2 hh, -1 h, 0, 1 l, 2 ll and the like */
};

enum { MOST_DIGITS = 22 }; /* of 64 bits, in octal */

static void
put(struct out *out, char c)
{
  if (out->length < out->size)
    out->to[out->length] = c;
  out->length++;
}

/* Here and below loops count to a limit that is constant, whatever the length comes to be. */
static void
fill(struct out *out, char c, size_t count, size_t most)
{
  for (size_t i = 0; i < most; i++)
    if (i < count)
      put(out, c);
}

/* ---- one conversion -------------------------------------------------------------------------- */

/* What is missing in the field, before what is written or, if `left`, behind it. */
static void
pad(struct out *out, const struct conversion *c, _Bool left, size_t length)
{
  if (c->left == left)
    fill(out, ' ', c->width > length ? c->width - length : 0, c->width);
}

/* The digits end at the end of `digits`; the place of the first one. Numbers of 32 bits are
 * divided as such: it is cheaper where they are not constant. */
static size_t
make_digits(char digits[MOST_DIGITS], uint64_t number, unsigned base, _Bool upper, _Bool narrow)
{
  size_t first = MOST_DIGITS;

  for (size_t i = MOST_DIGITS; i > 0; i--) {
    if (number == 0)
      break;
    unsigned digit = narrow ? (unsigned)number % base : (unsigned)(number % base);

    number = narrow ? (unsigned)number / base : number / base;
    digits[i - 1] = (char)(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + (digit - 10));
    first = i - 1;
  }
  return first;
}

/* A sign, or 0; 0x or 0X if there is an `x`; zeros; digits. */
static void
put_number(struct out *out, const struct conversion *c, char sign, uint64_t number, char kind)
{
  char digits[MOST_DIGITS];
  unsigned base = kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : 10;
  size_t first = make_digits(digits, number, base, kind == 'X', c->size <= 0);
  size_t length = MOST_DIGITS - first, zeros = 0;
  size_t least = c->has_precision ? c->precision : 1;
  _Bool x = c->alternate && base == 16 && number != 0;
  size_t prefix = (sign != 0) + (x ? 2u : 0u);

  if (length < least)
    zeros = least - length;
  if (c->alternate && base == 8 && zeros == 0)
    zeros = 1;
  if (c->zero && !c->left && !c->has_precision && prefix + zeros + length < c->width)
    zeros = c->width - prefix - length;
  length += prefix + zeros;
  pad(out, c, 0, length);
  if (sign)
    put(out, sign);
  if (x) {
    put(out, '0');
    put(out, kind);
  }
  fill(out, '0', zeros, (least > c->width ? least : c->width) + 1);
  for (size_t i = 0; i < MOST_DIGITS; i++)
    if (i >= first)
      put(out, digits[i]);
  pad(out, c, 1, length);
}

static void
put_signed(struct out *out, const struct conversion *c, int64_t number)
{
  char sign = number < 0 ? '-' : c->plus ? '+' : c->blank ? ' ' : 0;

  put_number(out, c, sign, number < 0 ? -(uint64_t)number : (uint64_t)number, 'd');
}

static void
put_text(struct out *out, const struct conversion *c, const char *text)
{
  size_t most = c->has_precision ? c->precision : SIZE_MAX;

  if (!text)
    text = most < 6 ? "" : "(null)";
  size_t length = c->width ? strnlen(text, most) : 0;

  pad(out, c, 0, length);
  for (size_t i = 0; i < most; i++) {
    char character = text[i];

    if (character == 0)
      break;
    put(out, character);
  }
  pad(out, c, 1, length);
}

static void
put_character(struct out *out, const struct conversion *c, char character)
{
  pad(out, c, 0, 1);
  put(out, character);
  pad(out, c, 1, 1);
}

static void
put_pointer(struct out *out, struct conversion c, const void *pointer)
{
  c.alternate = 1;
  c.size = 1;
  if (pointer) {
    put_number(out, &c, 0, (uintptr_t)pointer, 'x');
  } else {
    c.has_precision = 0;
    put_text(out, &c, "(nil)");
  }
}

enum { MOST_OF_FLOAT = 15 };

static void
put_float(struct out *out, const struct conversion *c)
{
  size_t length = 1 + __heddle_nondet(4);

  __heddle_assumed("a floating-point number is written with less than 16 characters");
  __heddle_assume(length <= MOST_OF_FLOAT);
  pad(out, c, 0, length);
  for (size_t i = 0; i < MOST_OF_FLOAT; i++) {
    char character = (char)__heddle_nondet(7);

    if (i < length)
      put(out, character ? character : '0');
  }
  pad(out, c, 1, length);
}

/* ---- reading the format ---------------------------------------------------------------------- */

/* The arguments; a struct, so that its address is of one type whatever a va_list is. */
struct arguments {
  va_list list;
};

static int64_t
signed_argument(struct arguments *arguments, int size)
{
  if (size >= 2)
    return va_arg(arguments->list, long long);
  if (size == 1)
    return va_arg(arguments->list, long);
  int number = va_arg(arguments->list, int);

  return size == -1 ? (short)number : size == -2 ? (signed char)number : number;
}

static uint64_t
unsigned_argument(struct arguments *arguments, int size)
{
  if (size >= 2)
    return va_arg(arguments->list, unsigned long long);
  if (size == 1)
    return va_arg(arguments->list, unsigned long);
  unsigned number = va_arg(arguments->list, unsigned);

  return size == -1 ? (unsigned short)number : size == -2 ? (unsigned char)number : number;
}

static const char *
read_flags(const char *at, struct conversion *c)
{
  for (;; at++)
    switch (*at) {
    case '-':
      c->left = 1;
      break;
    case '0':
      c->zero = 1;
      break;
    case '+':
      c->plus = 1;
      break;
    case ' ':
      c->blank = 1;
      break;
    case '#':
      c->alternate = 1;
      break;
    default:
      return at;
    }
}

/* Digits, or a star for an argument. */
static const char *
read_count(const char *at, int *count, struct arguments *arguments)
{
  *count = 0;
  if (*at == '*') {
    *count = va_arg(arguments->list, int);
    return at + 1;
  }
  for (; *at >= '0' && *at <= '9'; at++)
    *count = *count * 10 + (*at - '0');
  return at;
}

static const char *
read_width(const char *at, struct conversion *c, struct arguments *arguments)
{
  int count;

  at = read_count(at, &count, arguments);
  if (count < 0)
    c->left = 1;
  c->width = count < 0 ? -(size_t)count : (size_t)count;
  if (*at != '.')
    return at;
  at = read_count(at + 1, &count, arguments);
  c->has_precision = count >= 0;
  c->precision = count < 0 ? 0 : (size_t)count;
  return at;
}

static const char *
read_size(const char *at, struct conversion *c)
{
  for (;; at++)
    switch (*at) {
    case 'h':
      c->size--;
      break;
    case 'l':
      c->size++;
      break;
    case 'z':
    case 't':
      c->size = sizeof(size_t) > sizeof(int);
      break;
    case 'j':
    case 'q':
    case 'L':
      c->size = 2;
      break;
    default:
      return at;
    }
}

static void
store_length(const struct out *out, const struct conversion *c, void *to)
{
  if (c->size >= 2)
    *(long long *)to = (long long)out->length;
  else if (c->size == 1)
    *(long *)to = (long)out->length;
  else if (c->size == 0)
    *(int *)to = (int)out->length;
  else if (c->size == -1)
    *(short *)to = (short)out->length;
  else
    *(signed char *)to = (signed char)out->length;
}

static void
convert(struct out *out, const struct conversion *c, char kind, struct arguments *arguments)
{
  switch (kind) {
  case 'd':
  case 'i':
    put_signed(out, c, signed_argument(arguments, c->size));
    break;
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    put_number(out, c, 0, unsigned_argument(arguments, c->size), kind);
    break;
  case 'c':
    put_character(out, c, (char)va_arg(arguments->list, int));
    break;
  case 's':
    put_text(out, c, va_arg(arguments->list, const char *));
    break;
  case 'p':
    put_pointer(out, *c, va_arg(arguments->list, void *));
    break;
  case 'n':
    store_length(out, c, va_arg(arguments->list, void *));
    break;
  case '%':
    put(out, '%');
    break;
  default: /* a floating-point number */
    if (c->size == 2)
      (void)va_arg(arguments->list, long double);
    else
      (void)va_arg(arguments->list, double);
    put_float(out, c);
  }
}

static int
format_all(char *to, size_t size, const char *format, struct arguments *arguments)
{
  struct out out = {to, size ? size - 1 : 0, 0};

  while (*format) {
    if (*format != '%') {
      put(&out, *format++);
      continue;
    }
    struct conversion c = {0};

    format = read_flags(format + 1, &c);
    format = read_width(format, &c, arguments);
    format = read_size(format, &c);
    if (*format == 0)
      return -1;
    convert(&out, &c, *format++, arguments);
  }
  if (size)
    to[out.length < size ? out.length : size - 1] = 0;
  return (int)out.length;
}

/* ---- the functions: exactly as specified, but floating-point numbers are any text ------------ */

int
vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list list)
{
  struct arguments arguments;
  int length;

  va_copy(arguments.list, list);
  length = format_all(to, size, format, &arguments);
  va_end(arguments.list);
  return length;
}

int
vsprintf(char *restrict to, const char *restrict format, va_list list)
{
  return vsnprintf(to, SIZE_MAX, format, list);
}

int
snprintf(char *restrict to, size_t size, const char *restrict format, ...)
{
  va_list list;
  int length;

  va_start(list, format);
  length = vsnprintf(to, size, format, list);
  va_end(list);
  return length;
}

int
sprintf(char *restrict to, const char *restrict format, ...)
{
  va_list list;
  int length;

  va_start(list, format);
  length = vsnprintf(to, SIZE_MAX, format, list);
  va_end(list);
  return length;
}
