/* Spin locks that are unlocked, destroyed or used when they must not be. */
// run: --rounds 2 --unwind 1 -- -DUNLOCK => bug
// run: --rounds 2 --unwind 1 -- -DLOCKED => bug
// run: --rounds 2 --unwind 1 -- -DDESTROYED => bug
// run: --rounds 2 --unwind 1 -- -DUNINITIALISED => bug
// run: --rounds 2 --unwind 1 => safe
// expect: the thread does not hold the spin lock
// brute: 1
#include <pthread.h>

int
main(void)
{
  pthread_spinlock_t lock;

#ifndef UNINITIALISED
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
#endif
#ifndef UNLOCK
  pthread_spin_lock(&lock);
#endif
#ifndef LOCKED
  pthread_spin_unlock(&lock);
#endif
  pthread_spin_destroy(&lock);
#ifdef DESTROYED
  pthread_spin_trylock(&lock);
#endif
  return 0;
}
