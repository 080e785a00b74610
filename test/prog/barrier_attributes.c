/* Attributes of barriers are what they were set to, and invalid ones are refused. */
// run: --rounds 2 --unwind 1 => safe
// run: --rounds 2 --unwind 1 -- -DWRONG => bug
// run: --rounds 2 --unwind 1 -- -DDESTROYED => bug
// expect: value == PTHREAD_PROCESS_PRIVATE
// brute: 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int
main(void)
{
  pthread_barrierattr_t all;
  pthread_barrier_t barrier;
  int value;

  assert(pthread_barrierattr_init(&all) == 0);
  assert(pthread_barrierattr_getpshared(&all, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_barrierattr_setpshared(&all, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_barrierattr_setpshared(&all, 7) == EINVAL);
  pthread_barrierattr_getpshared(&all, &value);
#ifdef WRONG
  assert(value == PTHREAD_PROCESS_PRIVATE);
#else
  assert(value == PTHREAD_PROCESS_SHARED);
#endif
#ifdef DESTROYED
  pthread_barrierattr_destroy(&all);
#endif
  assert(pthread_barrier_init(&barrier, &all, 1) == 0);
  assert(pthread_barrierattr_destroy(&all) == 0);
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  return 0;
}
