/* Arithmetic of emitted programs: numbers of `bits` bits (1 to 64), operations that C leaves
 * undefined for some values, and variables that need only a few bits.
 *
 *   NARROW(bits, type)  the type of such a variable; `type` can hold it, too. CBMC has bit-vectors;
 *                       HEDDLE_BITINT asks a compiler for those of C23. */
#ifndef HEDDLE_ARITHMETIC_H
#define HEDDLE_ARITHMETIC_H

#include <stdbool.h>
#include <stdint.h>

#define HEDDLE_MASK(bits) (UINT64_MAX >> (64u - (bits)))

#if defined(__CPROVER__)
#define NARROW(bits, type) unsigned __CPROVER_bitvector[bits]
#elif defined(HEDDLE_BITINT)
#define NARROW(bits, type) unsigned _BitInt(bits)
#else
#define NARROW(bits, type) type
#endif

/* A variable may be called like a function that the compiler knows, a narrow one is compared with
 * numbers that it never has, and conditions may contradict each other. */
#if defined(__clang__)
#pragma GCC diagnostic ignored "-Wtautological-compare"
#elif defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wbuiltin-declaration-mismatch"
#pragma GCC diagnostic ignored "-Wtype-limits"
#endif

static inline uint64_t
heddle_sext(uint64_t a, unsigned bits)
{
  uint64_t sign = UINT64_C(1) << (bits - 1);
  return (a ^ sign) - sign;
}

static inline bool
heddle_ult(uint64_t a, uint64_t b, unsigned bits)
{
  (void)bits;
  return a < b;
}

static inline bool
heddle_slt(uint64_t a, uint64_t b, unsigned bits)
{
  uint64_t sign = UINT64_C(1) << (bits - 1);
  return (a ^ sign) < (b ^ sign);
}

static inline uint64_t
heddle_shl(uint64_t a, uint64_t b, unsigned bits)
{
  return b < bits ? (a << b) & HEDDLE_MASK(bits) : 0;
}

static inline uint64_t
heddle_lshr(uint64_t a, uint64_t b, unsigned bits)
{
  return b < bits ? a >> b : 0;
}

static inline uint64_t
heddle_ashr(uint64_t a, uint64_t b, unsigned bits)
{
  bool negative = a >> (bits - 1) & 1;
  uint64_t by = b < bits ? b : bits - 1;
  uint64_t shifted = a >> by;
  return (negative ? shifted | ~(HEDDLE_MASK(bits) >> by) : shifted) & HEDDLE_MASK(bits);
}

/* Division by zero is that of SMT-LIB: all ones, and the dividend as the rest. */
static inline uint64_t
heddle_udiv(uint64_t a, uint64_t b, unsigned bits)
{
  return b ? a / b : HEDDLE_MASK(bits);
}

static inline uint64_t
heddle_urem(uint64_t a, uint64_t b, unsigned bits)
{
  (void)bits;
  return b ? a % b : a;
}

static inline uint64_t
heddle_absolute(uint64_t a, unsigned bits)
{
  return a >> (bits - 1) & 1 ? (0 - a) & HEDDLE_MASK(bits) : a;
}

static inline uint64_t
heddle_sdiv(uint64_t a, uint64_t b, unsigned bits)
{
  bool negative = (a ^ b) >> (bits - 1) & 1;
  uint64_t result = heddle_udiv(heddle_absolute(a, bits), heddle_absolute(b, bits), bits);
  return negative ? (0 - result) & HEDDLE_MASK(bits) : result;
}

static inline uint64_t
heddle_srem(uint64_t a, uint64_t b, unsigned bits)
{
  bool negative = a >> (bits - 1) & 1;
  uint64_t result = heddle_urem(heddle_absolute(a, bits), heddle_absolute(b, bits), bits);
  return negative ? (0 - result) & HEDDLE_MASK(bits) : result;
}

#endif
