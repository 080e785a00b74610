/* A spin lock is unlocked by a thread that does not hold it, if it comes too early. */
// run: --rounds 2 --unwind 1 => bug
// expect: the thread does not hold the spin lock
#include <pthread.h>

static pthread_spinlock_t lock;

static void *
work(void *argument)
{
  pthread_spin_trylock(&lock);
  pthread_spin_unlock(&lock);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
