/* Functions that programs call to give information to a verifier: assumptions, atomic sections and
 * arbitrary values, by the names of <heddle.h> (share/include), of the software verification competition,
 * of CBMC and of ESBMC.
 * (The error functions are in stop.c.) */
#include "heddle.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

void __VERIFIER_assume(int condition);
void assume_abort_if_not(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_loop_bound(unsigned bound);

/* Runs in which the condition is 0 are left out from here on. */
void
__VERIFIER_assume(int condition)
{
  __heddle_assume(condition != 0);
}

/* As __VERIFIER_assume: in the competition it calls abort, which is no error there. */
void
assume_abort_if_not(int condition)
{
  __heddle_assume(condition != 0);
}

/* What follows is one section, until __VERIFIER_atomic_end. */
void
__VERIFIER_atomic_begin(void)
{
  __heddle_atomic_begin();
}

/* The end of the section. */
void
__VERIFIER_atomic_end(void)
{
  __heddle_atomic_end();
}

/* The loop around it runs at least so often, whatever --unwind says. */
void
__VERIFIER_loop_bound(unsigned bound)
{
  __heddle_loop_bound(bound);
}

/* X(its name without the prefix, type): the same for <heddle.h>, CBMC and ESBMC. Who calls them need not have
 * declared them, so conditions are integers. */
#define TOOLS(X) X(heddle) X(__CPROVER) X(__ESBMC)

#define X(prefix)                                                                                  \
  void prefix##_assume(int condition);                                                             \
  void prefix##_atomic_begin(void);                                                                \
  void prefix##_atomic_end(void);                                                                  \
  void prefix##_assume(int condition)                                                              \
  {                                                                                                \
    __heddle_assume(condition != 0);                                                               \
  }                                                                                                \
  void prefix##_atomic_begin(void)                                                                 \
  {                                                                                                \
    __heddle_atomic_begin();                                                                       \
  }                                                                                                \
  void prefix##_atomic_end(void)                                                                   \
  {                                                                                                \
    __heddle_atomic_end();                                                                         \
  }
/* As those of __VERIFIER. */
TOOLS(X)
#undef X

/* X(what stands behind __VERIFIER_nondet_, heddle_nondet_, or nondet_, type) */
#define INTEGERS(X)                                                                                \
  X(char, char)                                                                                    \
  X(uchar, unsigned char)                                                                          \
  X(short, short)                                                                                  \
  X(ushort, unsigned short)                                                                        \
  X(int, int)                                                                                      \
  X(uint, unsigned)                                                                                \
  X(unsigned, unsigned)                                                                            \
  X(unsigned_int, unsigned)                                                                        \
  X(long, long)                                                                                    \
  X(ulong, unsigned long)                                                                          \
  X(longlong, long long)                                                                           \
  X(ulonglong, unsigned long long)                                                                 \
  X(size_t, size_t)                                                                                \
  X(u8, unsigned char)                                                                             \
  X(u16, unsigned short)                                                                           \
  X(u32, unsigned)                                                                                 \
  X(u64, unsigned long long)

#define X(name, type)                                                                              \
  type __VERIFIER_nondet_##name(void);                                                             \
  type heddle_nondet_##name(void);                                                                 \
  type nondet_##name(void);                                                                        \
  type __VERIFIER_nondet_##name(void)                                                              \
  {                                                                                                \
    return (type)__heddle_nondet(CHAR_BIT * sizeof(type));                                         \
  }                                                                                                \
  type heddle_nondet_##name(void)                                                                  \
  {                                                                                                \
    return (type)__heddle_nondet(CHAR_BIT * sizeof(type));                                         \
  }                                                                                                \
  type nondet_##name(void)                                                                         \
  {                                                                                                \
    return (type)__heddle_nondet(CHAR_BIT * sizeof(type));                                         \
  }
/* Any value. */
INTEGERS(X)
#undef X

_Bool __VERIFIER_nondet_bool(void);
void *__VERIFIER_nondet_pointer(void);

/* Any value. */
_Bool
__VERIFIER_nondet_bool(void)
{
  return __heddle_nondet(1) != 0;
}

/* Any value. */
void *
__VERIFIER_nondet_pointer(void)
{
  return (void *)(uintptr_t)__heddle_nondet(CHAR_BIT * sizeof(void *));
}

float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

/* Any bits, NaNs and infinities among them. */
float
__VERIFIER_nondet_float(void)
{
  union {
    unsigned bits;
    float number;
  } any = {(unsigned)__heddle_nondet(32)};

  return any.number;
}

/* Any bits, NaNs and infinities among them. */
double
__VERIFIER_nondet_double(void)
{
  union {
    unsigned halves[2];
    unsigned long long bits;
    double number;
  } any;

  if (sizeof(long) == 8) {
    any.bits = __heddle_nondet(64);
  } else {
    any.halves[0] = (unsigned)__heddle_nondet(32);
    any.halves[1] = (unsigned)__heddle_nondet(32);
  }
  return any.number;
}

/* ---- the same with other prefixes: any value -------------------------------------------------- */

#define X(prefix)                                                                                  \
  _Bool prefix##_bool(void);                                                                       \
  void *prefix##_pointer(void);                                                                    \
  float prefix##_float(void);                                                                      \
  double prefix##_double(void);                                                                    \
  _Bool prefix##_bool(void)                                                                        \
  {                                                                                                \
    return __VERIFIER_nondet_bool();                                                               \
  }                                                                                                \
  void *prefix##_pointer(void)                                                                     \
  {                                                                                                \
    return __VERIFIER_nondet_pointer();                                                            \
  }                                                                                                \
  float prefix##_float(void)                                                                       \
  {                                                                                                \
    return __VERIFIER_nondet_float();                                                              \
  }                                                                                                \
  double prefix##_double(void)                                                                     \
  {                                                                                                \
    return __VERIFIER_nondet_double();                                                             \
  }
/* Any value. */
X(nondet)
X(heddle_nondet)
#undef X
