/* A loop whose number of turns another thread decides. */
// run: --rounds 2 --unwind 1 => bounded
// run: --rounds 2 --unwind 2 => bug
// expect: turns < 2
// labels: 3 2 4
#include <assert.h>
#include <pthread.h>

static int limit = 1;

static void *
first(void *argument)
{
  limit = 2;
  return argument;
}

static void *
second(void *argument)
{
  int turns = 0;

  while (turns < limit)
    turns++;
  assert(turns < 2);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
