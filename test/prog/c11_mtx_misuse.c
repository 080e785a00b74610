/* C11 mutexes that are unlocked, destroyed or used when they must not be. */
// run: --rounds 2 --unwind 1 -- -DUNLOCK => bug
// run: --rounds 2 --unwind 1 -- -DLOCKED => bug
// run: --rounds 2 --unwind 1 -- -DDESTROYED => bug
// run: --rounds 2 --unwind 1 -- -DUNINITIALISED => bug
// run: --rounds 2 --unwind 1 => safe
// expect: the thread does not hold the mutex
// brute: 1
#include <threads.h>

int
main(void)
{
  mtx_t mutex;

#ifndef UNINITIALISED
  mtx_init(&mutex, mtx_plain);
#endif
#ifndef UNLOCK
  mtx_lock(&mutex);
#endif
#ifndef LOCKED
  mtx_unlock(&mutex);
#endif
  mtx_destroy(&mutex);
#ifdef DESTROYED
  mtx_lock(&mutex);
#endif
  return 0;
}
