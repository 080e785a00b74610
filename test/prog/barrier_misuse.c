/* Barriers that nobody initialised, or that are used after their end. */
// run: --rounds 2 --unwind 1 -- -DUNINITIALISED => bug
// run: --rounds 2 --unwind 1 -- -DDESTROYED => bug
// run: --rounds 2 --unwind 1 => safe
// expect: the barrier is not initialised, or has been destroyed
// brute: 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int
main(void)
{
  pthread_barrier_t barrier;

#ifndef UNINITIALISED
  assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
  assert(pthread_barrier_init(&barrier, NULL, 1) == 0);
#endif
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(pthread_barrier_destroy(&barrier) == 0);
#ifdef DESTROYED
  pthread_barrier_wait(&barrier);
#endif
  return 0;
}
