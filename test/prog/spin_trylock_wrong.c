/* pthread_spin_trylock does not wait: it may say EBUSY, and here nobody listens. */
// run: --rounds 2 --unwind 1 => bug
// expect: result == 0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int inside;

static void *
work(void *argument)
{
  int result = pthread_spin_trylock(&lock);

  assert(result == 0);
  inside++;
  assert(inside == 1);
  inside--;
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
