/* Loops that look like spin locks, but whose attempts change something: one counts them, one leaves
 * its own number in the lock of another, one puts a plain copy back. None of them is a wait. */
// run: --rounds 3 --unwind 3 -- -DCOUNTS => bug
// run: --rounds 3 --unwind 3 -- -DLEAVES_NUMBER => bug
// run: --rounds 3 --unwind 3 -- -DPUTS_BACK => bug
// run: --rounds 3 --unwind 1 -- -DRIGHT => safe
// expect: assertion failed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock, done;

static void *
work(void *argument)
{
#ifdef COUNTS
  int attempts = 0;
  while (atomic_exchange(&lock, 1))
    attempts++;
  assert(attempts < 2);
#elif defined LEAVES_NUMBER
  while (atomic_exchange(&lock, 2))
    ;
#elif defined PUTS_BACK /* between the look and the store the owner may have left */
  int seen;
  while ((seen = lock)) {
    atomic_store(&lock, seen);
  }
#else
  while (atomic_exchange(&lock, 1))
    ;
#endif
  return argument;
}

int
main(void)
{
  pthread_t thread;

  lock = 1;
  pthread_create(&thread, NULL, work, NULL);
#ifdef PUTS_BACK
  lock = 0;
  done = 1;
  assert(lock == 0);
#else
  assert(lock == 1);
  lock = 0;
  done = 1;
#endif
  pthread_join(thread, NULL);
  return 0;
}
