/* A spin lock made of an atomic_flag. */
// args: --rounds 2 --unwind 2
// verdict: bounded
// labels: 3 8 8
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int inside;

static void *
work(void *argument)
{
  while (atomic_flag_test_and_set(&lock))
    ;
  inside++;
  assert(inside == 1);
  inside--;
  atomic_flag_clear(&lock);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
