/* What a Csmith program is compiled with, by -include, natively and for heddle.
 *
 * It takes the place of Csmith's platform_generic.h, where a program ends: natively the checksum is
 * printed; for heddle (CHECKSUM defined, to what was printed) it is asserted to be that, or, with
 * OTHERWISE, not to be that. With SIMPLE the hash is one that a solver can follow: Csmith's
 * own looks each byte up in a table.
 *
 * At the end is what csmith.sh uses in programs of the second pass. */
#define PLATFORM_GENERIC_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static void
platform_main_begin(void)
{
}

static void
platform_main_end(uint64_t sum, int flag)
{
  (void)flag;
#ifndef CHECKSUM
  printf("checksum = 0x%llx\n", (unsigned long long)sum);
#elif defined(OTHERWISE)
  assert(sum != CHECKSUM);
#else
  assert(sum == CHECKSUM);
#endif
}

#ifdef SIMPLE
#define RANDOM_RUNTIME_H
#include <float.h>
#include <math.h>
#include <string.h>
#ifndef CALLS
#include "random_inc.h"
#endif

static uint64_t crc32_context;

static void
crc32_gentab(void)
{
}

/* For each value another one gives another hash, whatever was hashed before and will be. */
static void
transparent_crc(uint64_t value, char *name, int flag)
{
  (void)name;
  (void)flag;
  uint64_t mixed = crc32_context ^ value;
  crc32_context = (mixed << 13 | mixed >> 51) + 0x9e37;
}

static void
transparent_crc_bytes(char *bytes, int count, char *name, int flag)
{
  for (int i = 0; i < count; i++)
    transparent_crc((unsigned char)bytes[i], name, flag);
}
#endif

#ifdef CHECKSUM
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void __VERIFIER_assume(int);

/* The same value, but only the solver knows. */
static uint64_t
input_of(uint64_t value)
{
  uint64_t input = __VERIFIER_nondet_ulonglong();

  __VERIFIER_assume(input == value);
  return input;
}

/* The same for an engine that tries every value. */
static uint64_t
byte_of(uint64_t value)
{
  unsigned char input = __VERIFIER_nondet_uchar();

  __VERIFIER_assume(input == (value & 255));
  return (value & ~(uint64_t)255) | input;
}

/* False, which the front end does not see. */
static bool
never(void)
{
  unsigned char input = __VERIFIER_nondet_uchar();

  __VERIFIER_assume(input < 1);
  return input != 0;
}

static void
run_beside(void *(*work)(void *), void *(*other)(void *))
{
  pthread_t threads[2];

  pthread_create(&threads[0], NULL, work, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
#endif
