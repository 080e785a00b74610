/* Condition attributes are what they were set to, and invalid ones are refused. */
// run: --rounds 2 --unwind 1 => safe
// run: --rounds 2 --unwind 1 -- -DWRONG => bug
// run: --rounds 2 --unwind 1 -- -DDESTROYED => bug
// expect: clock == CLOCK_REALTIME
// brute: 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int
main(void)
{
  pthread_condattr_t all;
  pthread_cond_t condition;
  clockid_t clock;
  int pshared;

  assert(pthread_condattr_init(&all) == 0);
  assert(pthread_condattr_getclock(&all, &clock) == 0 && clock == CLOCK_REALTIME);
  assert(pthread_condattr_getpshared(&all, &pshared) == 0 && pshared == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_condattr_setclock(&all, CLOCK_MONOTONIC) == 0);
  assert(pthread_condattr_setpshared(&all, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_condattr_setclock(&all, CLOCK_PROCESS_CPUTIME_ID) == EINVAL);
  assert(pthread_condattr_setpshared(&all, 7) == EINVAL);
  assert(pthread_condattr_getpshared(&all, &pshared) == 0 && pshared == PTHREAD_PROCESS_SHARED);
  pthread_condattr_getclock(&all, &clock);
#ifdef WRONG
  assert(clock == CLOCK_REALTIME);
#else
  assert(clock == CLOCK_MONOTONIC);
#endif
#ifdef DESTROYED
  pthread_condattr_destroy(&all);
#endif
  assert(pthread_cond_init(&condition, &all) == 0);
  assert(pthread_condattr_destroy(&all) == 0);
  assert(pthread_cond_destroy(&condition) == 0);
  return 0;
}
