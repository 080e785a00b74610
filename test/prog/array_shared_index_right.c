/* The same with an atomic index. */
// args: --rounds 3 --unwind 1
// verdict: bounded
// labels: 3 3 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int slots[2];
static atomic_int next;

static void *
work(void *argument)
{
  slots[atomic_fetch_add(&next, 1)] = 1;
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
  assert(slots[0] == 1 && slots[1] == 1);
  return 0;
}
