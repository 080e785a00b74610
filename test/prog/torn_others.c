/* What else a machine of 32 bits moves in halves: a struct that is copied, a constant double (compilers store its bits), and
 * what not: any other double, which its floating-point unit stores whole. */
// run: --rounds 3 -- -m32 -DSTRUCT => bug
// run: --rounds 3 -- -m32 -DCONSTANT => bug
// run: --rounds 3 -- -m32 => safe
// run: --rounds 3 -- -DSTRUCT => safe
// run: --rounds 3 -- -DCONSTANT => safe
// expect: assertion failed
// brute: no
#include <assert.h>
#include <pthread.h>
#include <string.h>

double __VERIFIER_nondet_double(void);

union bits {
  double number;
  unsigned long long bits;
};

#ifdef STRUCT
static struct {
  long long number;
} shared, other = {-1};
#define LEFT 0
#define RIGHT -1
#else
static double shared;
#define LEFT 0
#define RIGHT 0x3ff0000040000000
#endif

static void *
work(void *argument)
{
#ifdef STRUCT
  shared = other;
#elif defined CONSTANT
  shared = ((union bits){.bits = RIGHT}).number;
#else
  shared = *(const double *)argument;
#endif
  return NULL;
}

int
main(void)
{
  pthread_t thread;
  union bits seen;
  double given = __VERIFIER_nondet_double();

  pthread_create(&thread, NULL, work, &given);
#ifdef STRUCT
  seen.bits = (unsigned long long)__atomic_load_n(&shared.number, __ATOMIC_RELAXED);
  assert(seen.bits == LEFT || seen.bits == RIGHT);
#else
  seen.number = shared;
#ifdef CONSTANT
  assert(seen.bits == LEFT || seen.bits == RIGHT);
#else
  assert(seen.bits == LEFT || !memcmp(&seen.number, &given, sizeof given));
#endif
#endif
  return 0;
}
