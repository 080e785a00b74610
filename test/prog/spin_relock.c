/* A thread waits for itself at a spin lock. */
// run: --rounds 2 --unwind 1 => bug
// run: --rounds 2 --unwind 1 --property assert => safe
// expect: the thread holds the spin lock already
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;

int
main(void)
{
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&lock);
  pthread_spin_lock(&lock);
  assert(0);
  return 0;
}
