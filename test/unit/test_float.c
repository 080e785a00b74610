/* The arithmetic of share/models/float.c against the host's, bit by bit. NaNs have cases of their
 * own: which of two a compiler's code returns is its choice. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../../share/models/float.c"

enum { CASES = 200000 };

/* ---- numbers that are likely to make trouble ---- */

static uint64_t
next(uint64_t *state)
{
  *state += UINT64_C(0x9e3779b97f4a7c15);
  uint64_t z = *state;
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

static const uint64_t special[] = {
  0,
  1,
  UINT64_C(0x000fffffffffffff), /* around the smallest normal number */
  UINT64_C(0x0010000000000000),
  UINT64_C(0x36a0000000000000), /* the smallest float, and half of it */
  UINT64_C(0x3690000000000000),
  UINT64_C(0x380fffffffffffff),
  UINT64_C(0x3810000000000000),
  UINT64_C(0x3fdfffffffffffff), /* around a half and one */
  UINT64_C(0x3fe0000000000000),
  UINT64_C(0x3ff0000000000000),
  UINT64_C(0x3ff8000000000000),
  UINT64_C(0x41dfffffffe00000), /* around 2^31, 2^52, 2^53, 2^63, 2^64 */
  UINT64_C(0x41f0000000000000),
  UINT64_C(0x4330000000000001),
  UINT64_C(0x4340000000000000),
  UINT64_C(0x43dfffffffffffff),
  UINT64_C(0x43efffffffffffff),
  UINT64_C(0x47efffffefffffff), /* the largest float and the largest double */
  UINT64_C(0x7fefffffffffffff),
  UINT64_C(0x7ff0000000000000),
};

static uint64_t
some_double(uint64_t *state)
{
  uint64_t bits = next(state), sign = bits & UINT64_C(1) << 63, fraction = next(state) >> 12;
  switch (next(state) % 6) {
  case 0:
    return bits;
  case 1:
    return sign | special[next(state) % (sizeof special / sizeof *special)];
  case 2:
    return sign | fraction >> next(state) % 52;
  case 3:
    return sign | (1023 - 64 + next(state) % 128) << 52 | (fraction & next(state) & next(state));
  case 4:
    return sign | (next(state) % 2047) << 52 | (fraction >> next(state) % 52) << next(state) % 12;
  default:
    return sign | (1023 - 64 + next(state) % 128) << 52 | fraction;
  }
}

static double
as_double(uint64_t bits)
{
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

static float
as_float(uint32_t bits)
{
  float number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

static uint32_t
some_float(uint64_t *state)
{
  if (next(state) % 2)
    return (uint32_t)next(state);
  return __heddle_f64_truncate(some_double(state));
}

static void
same_double(double expected, uint64_t bits)
{
  uint64_t want;
  memcpy(&want, &expected, sizeof want);
  if (isnan(expected))
    assert_true(isnan(as_double(bits)));
  else
    assert_int_equal(want, bits);
}

static void
same_float(float expected, uint32_t bits)
{
  uint32_t want;
  memcpy(&want, &expected, sizeof want);
  if (isnan(expected))
    assert_true(isnan(as_float(bits)));
  else
    assert_int_equal(want, bits);
}

/* ---- tests ---- */

static void
arithmetic(void **data)
{
  (void)data;
  uint64_t state = 1;
  for (int i = 0; i < CASES; i++) {
    uint64_t a = some_double(&state), b = i % 5 ? some_double(&state) : a ^ next(&state) % 9;
    double x = as_double(a), y = as_double(b);
    same_double(x + y, __heddle_f64_add(a, b));
    same_double(x - y, __heddle_f64_sub(a, b));
    same_double(x * y, __heddle_f64_mul(a, b));
    same_double(x / y, __heddle_f64_div(a, b));
    uint32_t c = some_float(&state),
             d = i % 5 ? some_float(&state) : c ^ (uint32_t)(next(&state) % 9);
    float f = as_float(c), g = as_float(d);
    same_float(f + g, __heddle_f32_add(c, d));
    same_float(f - g, __heddle_f32_sub(c, d));
    same_float(f * g, __heddle_f32_mul(c, d));
    same_float(f / g, __heddle_f32_div(c, d));
  }
}

static void
functions(void **data)
{
  (void)data;
  uint64_t state = 2;
  for (int i = 0; i < CASES; i++) {
    uint64_t a = some_double(&state), b = some_double(&state);
    double x = as_double(a), y = as_double(b);
    same_double(sqrt(x), __heddle_f64_sqrt(a));
    same_double(floor(x), __heddle_f64_floor(a));
    same_double(ceil(x), __heddle_f64_ceil(a));
    same_double(trunc(x), __heddle_f64_trunc(a));
    same_double(rint(x), __heddle_f64_rint(a));
    same_double(round(x), __heddle_f64_round(a));
    same_double(fmod(x, y), __heddle_f64_rem(a, b));
    uint32_t c = some_float(&state), d = some_float(&state);
    float f = as_float(c), g = as_float(d);
    same_float(sqrtf(f), __heddle_f32_sqrt(c));
    same_float(floorf(f), __heddle_f32_floor(c));
    same_float(ceilf(f), __heddle_f32_ceil(c));
    same_float(truncf(f), __heddle_f32_trunc(c));
    same_float(rintf(f), __heddle_f32_rint(c));
    same_float(roundf(f), __heddle_f32_round(c));
    same_float(fmodf(f, g), __heddle_f32_rem(c, d));
  }
}

static void
comparisons(void **data)
{
  (void)data;
  uint64_t state = 3;
  for (int i = 0; i < CASES; i++) {
    uint64_t a = some_double(&state), b = i % 5 ? some_double(&state) : a ^ next(&state) % 3;
    double x = as_double(a), y = as_double(b);
    assert_int_equal(x == y, __heddle_f64_eq(a, b));
    assert_int_equal(x < y, __heddle_f64_lt(a, b));
    assert_int_equal(x <= y, __heddle_f64_le(a, b));
    assert_int_equal(isunordered(x, y), __heddle_f64_unordered(a, b));
    assert_int_equal(!!isnan(x), __heddle_f64_class(a, 0x003));
    assert_int_equal(!!isinf(x), __heddle_f64_class(a, 0x204));
    assert_int_equal(!!isnormal(x), __heddle_f64_class(a, 0x108));
    assert_true(x == y || isnan(x) || isnan(y) || fmin(x, y) == as_double(__heddle_f64_min(a, b)));
    uint32_t c = some_float(&state), d = i % 5 ? some_float(&state) : c ^ UINT32_C(1) << 31;
    float f = as_float(c), g = as_float(d);
    assert_int_equal(f == g, __heddle_f32_eq(c, d));
    assert_int_equal(f < g, __heddle_f32_lt(c, d));
    assert_int_equal(f <= g, __heddle_f32_le(c, d));
    assert_int_equal(isunordered(f, g), __heddle_f32_unordered(c, d));
    assert_int_equal(!!isfinite(f), __heddle_f32_class(c, 0x1f8));
    assert_int_equal(fpclassify(f) == FP_SUBNORMAL, __heddle_f32_class(c, 0x090));
    assert_true(f == g || isnan(f) || isnan(g) || fmaxf(f, g) == as_float(__heddle_f32_max(c, d)));
  }
}

static void
conversions(void **data)
{
  (void)data;
  uint64_t state = 4;
  for (int i = 0; i < CASES; i++) {
    uint64_t n = next(&state) >> next(&state) % 64;
    n = i % 4 ? n : (UINT64_C(1) << next(&state) % 64) + next(&state) % 5 - 2;
    int64_t s;
    memcpy(&s, &n, sizeof s);
    same_double((double)n, __heddle_f64_from_u64(n));
    same_double((double)s, __heddle_f64_from_i64(n));
    same_float((float)n, __heddle_f32_from_u64(n));
    same_float((float)s, __heddle_f32_from_i64(n));
    uint64_t a = some_double(&state);
    uint32_t c = some_float(&state);
    double x = as_double(a);
    float f = as_float(c);
    same_float((float)x, __heddle_f64_truncate(a));
    same_double((double)f, __heddle_f32_extend(c));
    if (x > -0x1p63 && x < 0x1p63)
      assert_int_equal((int64_t)x, (int64_t)__heddle_f64_to_i64(a));
    if (x > -1 && x < 0x1p64)
      assert_int_equal((uint64_t)x, __heddle_f64_to_u64(a));
    if (f > -0x1p31f && f < 0x1p31f)
      assert_int_equal((int32_t)f, (int32_t)__heddle_f32_to_i32(c));
    if (f > -1 && f < 0x1p64f)
      assert_int_equal((uint64_t)f, __heddle_f32_to_u64(c));
  }
}

/* As on x86: the first NaN, made quiet; the negative NaN for what is invalid; the most negative
 * integer for what does not fit. */
static void
not_numbers(void **data)
{
  (void)data;
  const uint64_t infinite = UINT64_C(0x7ff0000000000000), minus = UINT64_C(1) << 63;
  const uint64_t one = UINT64_C(0x3ff0000000000000), invalid = UINT64_C(0xfff8000000000000);
  const uint64_t signalling = infinite + 5, quiet = UINT64_C(0xfff8000000000123);
  assert_int_equal(__heddle_f64_add(signalling, quiet), UINT64_C(0x7ff8000000000005));
  assert_int_equal(__heddle_f64_mul(one, signalling), UINT64_C(0x7ff8000000000005));
  assert_int_equal(__heddle_f64_div(quiet, signalling), quiet);
  assert_int_equal(__heddle_f64_sub(one, quiet), quiet); /* its sign stays */
  assert_int_equal(__heddle_f64_sub(infinite, infinite), invalid);
  assert_int_equal(__heddle_f64_mul(0, infinite), invalid);
  assert_int_equal(__heddle_f64_div(0, minus), invalid);
  assert_int_equal(__heddle_f64_sqrt(one | minus), invalid);
  assert_int_equal(__heddle_f64_min(quiet, one), one);
  assert_int_equal(__heddle_f64_max(one, signalling), one);
  assert_int_equal(__heddle_f64_truncate(quiet | UINT64_C(1) << 40), UINT32_C(0xffc00800));
  assert_int_equal(__heddle_f32_extend(UINT32_C(0x7f800001)), UINT64_C(0x7ff8000020000000));
  assert_int_equal(__heddle_f32_div(0, 0), UINT32_C(0xffc00000));
  assert_int_equal(__heddle_f64_to_i64(infinite), minus);
  assert_int_equal(__heddle_f64_to_u64(quiet), minus);
  assert_int_equal(__heddle_f32_to_i32(UINT32_C(0x4f000000)), UINT32_C(1) << 31);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(arithmetic),  cmocka_unit_test(functions),   cmocka_unit_test(comparisons),
    cmocka_unit_test(conversions), cmocka_unit_test(not_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
