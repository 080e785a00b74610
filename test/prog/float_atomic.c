/* Numbers that are changed in one step: the compiler's atomic addition, and _Atomic. */
// run: --rounds 3 --unwind 3 => bounded
#include <assert.h>
#include <pthread.h>

static double sum;
static _Atomic float product = 1;

static void *
work(void *argument)
{
  __atomic_fetch_add(&sum, 0.5, __ATOMIC_SEQ_CST);
  product *= 3;
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  __atomic_fetch_sub(&sum, 2.25, __ATOMIC_SEQ_CST);
  product *= 0.5f;
  pthread_join(thread, NULL);
  assert(sum == -1.75);
  assert(product == 1.5f);
  return 0;
}
