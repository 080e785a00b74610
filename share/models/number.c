/* Floating-point numbers from text: strtod, strtof and atof, rounded to the nearest number, ties to
 * even, as in glibc.
 *
 * The number is computed with long integers, all digits of it, if the text is constant. Else up to
 * 15 digits and a small power of ten are one operation on doubles, which rounds as it should; what
 * is longer is any number. */
#include "digit.h"
#include "heddle.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { LIMBS = 220, MOST_DIGITS = 800, LARGE_POWER = 400, SMALL_POWER = -1200 };
enum { TEN_9 = 1000000000 };

/* A number as it stands in the text: digits times base^power. */
struct written {
  const char *digits, *end; /* with a point somewhere; `end` is behind the exponent */
  bool hexadecimal, negative, any;
  int power; /* of 10, or of 2, for the number without its point */
};

/* The word, in letters of any size. */
static bool
begins(const char *text, const char *word)
{
  for (; *word; text++, word++)
    if ((*text | 32) != *word)
      return false;
  return true;
}

static const char *
read_exponent(const char *at, struct written *number)
{
  if ((*at | 32) != (number->hexadecimal ? 'p' : 'e'))
    return at;

  bool negative = at[1] == '-';
  const char *digit = at + 1 + (at[1] == '-' || at[1] == '+');
  int exponent = 0;

  if (digit_of(*digit) > 9)
    return at;
  for (; digit_of(*digit) < 10; digit++)
    if (exponent < 100000)
      exponent = exponent * 10 + (int)digit_of(*digit);
  number->power += negative ? -exponent : exponent;
  return digit;
}

static void
read_digits(const char *at, struct written *number)
{
  bool point = false;

  number->digits = at;
  for (;; at++) {
    if (*at == '.' && !point) {
      point = true;
    } else if (digit_of(*at) < (number->hexadecimal ? 16U : 10U)) {
      number->any = true;
      number->power -= point ? (number->hexadecimal ? 4 : 1) : 0;
    } else {
      break;
    }
  }
  number->end = number->any ? read_exponent(at, number) : at;
}

/* ---- long integers, the lowest limb first ---------------------------------------------------- */

struct large {
  uint32_t limb[LIMBS];
  int n;
  bool more; /* something is below it */
};

static void
multiply(struct large *a, uint32_t by, uint32_t plus)
{
  uint64_t carry = plus;

  for (int i = 0; i < a->n; i++) {
    carry += (uint64_t)a->limb[i] * by;
    a->limb[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry)
    a->limb[a->n++] = (uint32_t)carry;
}

static void
divide(struct large *a, uint32_t by)
{
  uint64_t rest = 0;

  for (int i = a->n; i-- > 0;) {
    rest = rest << 32 | a->limb[i];
    a->limb[i] = (uint32_t)(rest / by);
    rest %= by;
  }
  a->more |= rest != 0;
  while (a->n && !a->limb[a->n - 1])
    a->n--;
}

/* Times 2^(32 limbs). */
static void
shift(struct large *a, int limbs)
{
  for (int i = a->n; i-- > 0;)
    a->limb[i + limbs] = a->limb[i];
  for (int i = 0; i < limbs; i++)
    a->limb[i] = 0;
  a->n += a->n ? limbs : 0;
}

/* All digits that count; those behind them make a difference only if they are not 0. How many have
 * been left out. */
static int
collect(struct large *a, const struct written *number)
{
  unsigned base = number->hexadecimal ? 16 : 10;
  int left_out = 0, count = 0;

  for (const char *at = number->digits; at < number->end; at++) {
    unsigned digit = digit_of(*at);

    if (*at == '.')
      continue;
    if (digit >= base)
      break;
    if (count < MOST_DIGITS)
      multiply(a, base, digit);
    else
      a->more |= digit != 0;
    left_out += count >= MOST_DIGITS;
    count += a->n > 0;
  }
  return left_out;
}

/* The highest bits, so many, and the power of two of the lowest of them. `half`: what the highest
 * bit below them is, and `below` whether there are others. */
static uint64_t
top(const struct large *a, int bits, int *power, bool *half, bool *below)
{
  uint64_t result = 0;
  int highest = 32 * a->n - 1;

  while (highest >= 0 && !(a->limb[highest / 32] >> (highest % 32) & 1))
    highest--;
  *half = false;
  *below = a->more;
  for (int i = highest; i >= 0; i--) {
    bool bit = a->limb[i / 32] >> (i % 32) & 1;

    if (highest - i < bits)
      result = result << 1 | bit;
    else if (highest - i == bits)
      *half = bit;
    else
      *below |= bit;
  }
  if (highest + 1 < bits)
    result <<= bits - highest - 1;
  *power += highest + 1 - bits;
  return result;
}

struct format {
  int bits, least, most; /* of a significand; the powers of its lowest bit */
};
static const struct format of_double = {53, -1074, 971}, of_float = {24, -149, 104};

static double
too_large(void)
{
  errno = ERANGE;
  return HUGE_VAL;
}

static double
too_small(void)
{
  errno = ERANGE;
  return 0;
}

static double
power_of_two(int power)
{
  union {
    uint64_t bits;
    double number;
  } result;

  result.bits = power >= -1022 ? (uint64_t)(power + 1023) << 52 : UINT64_C(1) << (power + 1074);
  return result.number;
}

/* a * 2^power, rounded. */
static double
rounded(const struct large *a, int power, const struct format *format)
{
  bool half, below;
  int bits = format->bits, lowest = power;
  uint64_t whole = top(a, bits, &lowest, &half, &below);

  if (lowest < format->least) { /* a subnormal number has fewer bits */
    bits -= format->least - lowest;
    if (bits < 0)
      return too_small();
    lowest = power;
    whole = top(a, bits, &lowest, &half, &below);
    if (half || below)
      errno = ERANGE;
  }
  whole += half && (below || (whole & 1));
  if (whole >> format->bits) {
    whole >>= 1;
    lowest++;
  }
  return lowest > format->most ? too_large() : (double)whole * power_of_two(lowest);
}

static double
exact(const struct written *number, const struct format *format)
{
  struct large a = {.n = 0};
  int left_out = collect(&a, number), shifted = 0;
  int power = number->power + left_out * (number->hexadecimal ? 4 : 1);

  if (!a.n)
    return 0;
  if (number->hexadecimal)
    return power > 2000 ? too_large() : power < -5000 ? too_small() : rounded(&a, power, format);
  if (power > LARGE_POWER)
    return too_large();
  if (power < SMALL_POWER)
    return too_small();
  if (power < 0) {
    shifted = -power * 10 / 96 + 3; /* more bits than the divisions take away */
    shift(&a, shifted);
  }
  for (; power >= 9; power -= 9)
    multiply(&a, TEN_9, 0);
  for (; power > 0; power--)
    multiply(&a, 10, 0);
  for (; power <= -9; power += 9)
    divide(&a, TEN_9);
  for (; power < 0; power++)
    divide(&a, 10);
  return rounded(&a, -32 * shifted, format);
}

/* ---- text that is not constant --------------------------------------------------------------- */

static double
any_number(void)
{
  union {
    uint64_t bits;
    double number;
  } any = {__heddle_nondet(63)};

  __heddle_assume(any.number == any.number);
  return any.number;
}

static double
short_number(const struct written *number)
{
  static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  uint64_t whole = 0;
  bool fits = number->power >= -22 && number->power <= 22 && !number->hexadecimal;

  for (const char *at = number->digits; digit_of(*at) < 10 || *at == '.'; at++) {
    if (*at == '.')
      continue;
    fits &= whole < UINT64_C(100000000000000);
    whole = fits ? whole * 10 + digit_of(*at) : 0;
  }
  if (!fits)
    return any_number();
  return number->power < 0 ? (double)whole / powers[-number->power]
                           : (double)whole * powers[number->power];
}

/* ---- the functions --------------------------------------------------------------------------- */

static bool
is_known(const struct written *number)
{
  bool known = __heddle_is_known((uintptr_t)number->end);

  for (const char *at = number->digits; known && at < number->end; at++)
    known = __heddle_is_known((unsigned char)*at);
  return known;
}

static double
read_number(const char *text, char **end, const struct format *format)
{
  struct written number = {.power = 0};
  const char *at = text;
  double result;

  while (is_space(*at))
    at++;
  number.negative = *at == '-';
  at += *at == '-' || *at == '+';
  if (begins(at, "inf")) {
    number.end = at + (begins(at, "infinity") ? 8 : 3);
    result = HUGE_VAL;
  } else if (begins(at, "nan")) {
    number.end = at + 3;
    result = NAN;
  } else {
    number.hexadecimal = at[0] == '0' && (at[1] | 32) == 'x' &&
                         (digit_of(at[2]) < 16 || (at[2] == '.' && digit_of(at[3]) < 16));
    read_digits(at + (number.hexadecimal ? 2 : 0), &number);
    if (!number.any)
      number.end = text;
    result = !number.any ? 0 : is_known(&number) ? exact(&number, format) : short_number(&number);
  }
  if (end)
    *end = (char *)(uintptr_t)number.end;
  return number.negative && number.end != text ? -result : result;
}

/* Exactly as specified, with errno and the end of the number, if the text is constant. Else so for
 * numbers of up to 15 digits and powers of ten of up to 22; what is longer is any number. */
double
strtod(const char *restrict text, char **restrict end)
{
  return read_number(text, end, &of_double);
}

/* As strtod; text that is not constant may be rounded twice. */
float
strtof(const char *restrict text, char **restrict end)
{
  return (float)read_number(text, end, &of_float);
}

/* As strtod. */
double
atof(const char *text)
{
  return strtod(text, NULL);
}
