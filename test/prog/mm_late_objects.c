/* Which stores are late: B is looked at by nobody before the threads are joined, nor is A[1]; but *p
 * may be either, must not overtake A[0], which t2 looks at, and must not be overtaken by B. So all
 * three wait in the buffer while r1 = y is read. */
// run: --memory-model sc --rounds 3 => bounded
// run: --memory-model tso --rounds 3 => bug
// run: --memory-model pso --rounds 3 => bug
// run: --memory-model tso --rounds 3 -- -DFENCE => bounded
// expect: r1 || r2 || A[1] == 5 || B != 6
// brute: 1
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static int A[2], B, y, r1, r2;

static void *
left(void *argument)
{
  int *p = __VERIFIER_nondet_bool() ? &A[1] : &B;

  A[0] = 1;
  *p = 5;
  B = 6;
#ifdef FENCE
  __sync_synchronize();
#endif
  r1 = y;
  return argument;
}

static void *
right(void *argument)
{
  y = 1;
  __sync_synchronize();
  r2 = A[0];
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 || r2 || A[1] == 5 || B != 6);
  return 0;
}
