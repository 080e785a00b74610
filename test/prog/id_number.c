/* What number an id is, is not modelled: who computes with it is told so. */
// args: --rounds 3 --unwind 1
// verdict: bounded
// expect: assumed: the ids of threads are 1, 2, 3 and so on, in the order of creation
#include <assert.h>
#include <pthread.h>

static int counts[2];

static void *
count(void *argument)
{
  counts[(unsigned long)pthread_self() % 2]++;
  return argument;
}

int
main(void)
{
  pthread_t a;

  pthread_create(&a, NULL, count, NULL);
  pthread_join(a, NULL);
  assert(counts[0] == 1);
  return 0;
}
