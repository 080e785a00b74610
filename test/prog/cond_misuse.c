/* Condition variables that nobody initialised, or that are used after their end. */
// run: --rounds 2 --unwind 1 -- -DUNINITIALISED => bug
// run: --rounds 2 --unwind 1 -- -DDESTROYED => bug
// run: --rounds 2 --unwind 1 -- -DTWICE => bug
// run: --rounds 2 --unwind 1 -- -DZERO => safe
// run: --rounds 2 --unwind 1 => safe
// expect: the condition variable is not initialised, or has been destroyed
// brute: 1
#include <pthread.h>
#include <string.h>

int
main(void)
{
  pthread_cond_t condition;

#ifdef ZERO
  memset(&condition, 0, sizeof condition);
#elif !defined UNINITIALISED
  pthread_cond_init(&condition, NULL);
#endif
  pthread_cond_signal(&condition);
  pthread_cond_destroy(&condition);
#ifdef DESTROYED
  pthread_cond_broadcast(&condition);
#endif
#ifdef TWICE
  pthread_cond_destroy(&condition);
#endif
  return 0;
}
