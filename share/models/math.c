/* The functions of <math.h> whose results are exact or correctly rounded, based on the arithmetic
 * of float.c. (Most calls never come here: clang knows these functions and makes intrinsics of
 * them.) errno is not changed. Other functions, such as sin, exp and pow, give different results
 * in every library, and have no model. */
#include "heddle.h"

#include <stdint.h>
#include <time.h>

union f32 {
  float number;
  uint32_t bits;
};

union f64 {
  double number;
  uint64_t bits;
};

/* X(float's name, double's name, model): the model says how. */
#define UNARY(X)                                                                                   \
  X(sqrtf, sqrt, sqrt)                                                                             \
  X(floorf, floor, floor)                                                                          \
  X(ceilf, ceil, ceil)                                                                             \
  X(truncf, trunc, trunc)                                                                          \
  X(roundf, round, round)                                                                          \
  X(rintf, rint, rint)                                                                             \
  X(nearbyintf, nearbyint, rint)

#define X(narrow, wide, model)                                                                     \
  uint32_t __heddle_f32_##model(uint32_t a);                                                       \
  uint64_t __heddle_f64_##model(uint64_t a);                                                       \
  float narrow(float x);                                                                           \
  float narrow(float x)                                                                            \
  {                                                                                                \
    union f32 a = {.number = x};                                                                   \
    a.bits = __heddle_f32_##model(a.bits);                                                         \
    return a.number;                                                                               \
  }                                                                                                \
  double wide(double x);                                                                           \
  double wide(double x)                                                                            \
  {                                                                                                \
    union f64 a = {.number = x};                                                                   \
    a.bits = __heddle_f64_##model(a.bits);                                                         \
    return a.number;                                                                               \
  }
/* Exactly as specified; errno stays as it is. */
UNARY(X)
#undef X

#define BINARY(X)                                                                                  \
  X(fminf, fmin, min)                                                                              \
  X(fmaxf, fmax, max)                                                                              \
  X(fmodf, fmod, rem)

#define X(narrow, wide, model)                                                                     \
  uint32_t __heddle_f32_##model(uint32_t a, uint32_t b);                                           \
  uint64_t __heddle_f64_##model(uint64_t a, uint64_t b);                                           \
  float narrow(float x, float y);                                                                  \
  float narrow(float x, float y)                                                                   \
  {                                                                                                \
    union f32 a = {.number = x}, b = {.number = y};                                                \
    a.bits = __heddle_f32_##model(a.bits, b.bits);                                                 \
    return a.number;                                                                               \
  }                                                                                                \
  double wide(double x, double y);                                                                 \
  double wide(double x, double y)                                                                  \
  {                                                                                                \
    union f64 a = {.number = x}, b = {.number = y};                                                \
    a.bits = __heddle_f64_##model(a.bits, b.bits);                                                 \
    return a.number;                                                                               \
  }
/* Exactly as specified; errno stays as it is. */
BINARY(X)
#undef X

/* ---- to whole numbers: rounded, then converted as a cast does ---- */

/* X(name, type of the argument, type of the result, rounding) */
#define WHOLE(X)                                                                                   \
  X(lroundf, float, long, roundf)                                                                  \
  X(lround, double, long, round)                                                                   \
  X(llroundf, float, long long, roundf)                                                            \
  X(llround, double, long long, round)                                                             \
  X(lrintf, float, long, rintf)                                                                    \
  X(lrint, double, long, rint)                                                                     \
  X(llrintf, float, long long, rintf)                                                              \
  X(llrint, double, long long, rint)

#define X(name, type, result, rounding)                                                            \
  result name(type x);                                                                             \
  result name(type x)                                                                              \
  {                                                                                                \
    return (result)rounding(x);                                                                    \
  }
WHOLE(X)
#undef X

/* ---- signs and kinds: exactly as specified, by a look at the bits ---- */

double fabs(double x);
float fabsf(float x);
double copysign(double x, double sign);
float copysignf(float x, float sign);
int isnan(double x);
int isinf(double x);
int finite(double x);

double
fabs(double x)
{
  union f64 a = {.number = x};

  a.bits &= UINT64_MAX >> 1;
  return a.number;
}

float
fabsf(float x)
{
  union f32 a = {.number = x};

  a.bits &= UINT32_MAX >> 1;
  return a.number;
}

double
copysign(double x, double sign)
{
  union f64 a = {.number = x}, b = {.number = sign};

  a.bits = (a.bits & UINT64_MAX >> 1) | (b.bits & ~(UINT64_MAX >> 1));
  return a.number;
}

float
copysignf(float x, float sign)
{
  union f32 a = {.number = x}, b = {.number = sign};

  a.bits = (a.bits & UINT32_MAX >> 1) | (b.bits & ~(UINT32_MAX >> 1));
  return a.number;
}

int
isnan(double x)
{
  return x != x;
}

int
isinf(double x)
{
  union f64 a = {.number = x}, b = {.number = fabs(x)};

  return b.bits != UINT64_C(0x7ff) << 52 ? 0 : a.bits >> 63 ? -1 : 1;
}

int
finite(double x)
{
  union f64 a = {.number = fabs(x)};

  return a.bits < UINT64_C(0x7ff) << 52;
}

/* ---- time ---- */

/* The difference, converted once. */
double
difftime(time_t later, time_t earlier)
{
  return later < earlier ? -(double)((uint64_t)earlier - (uint64_t)later)
                         : (double)((uint64_t)later - (uint64_t)earlier);
}
