/* A spin lock lets one thread in at a time, and must be held until the end. */
// run: --rounds 2 --unwind 1 => bug
// expect: inside == 1
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int inside;

static void *
work(void *argument)
{
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  inside++;
  assert(inside == 1);
  inside--;
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
  pthread_spin_destroy(&lock);
  return 0;
}
