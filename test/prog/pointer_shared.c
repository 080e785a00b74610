/* A pointer that one thread turns while the other writes through it. */
// args: --rounds 3 --unwind 1
// verdict: bug
// expect: b == 0
// labels: 3 2 2
#include <assert.h>
#include <pthread.h>

static int a, b;
static int *where = &a;

static void *
first(void *argument)
{
  where = &b;
  return argument;
}

static void *
second(void *argument)
{
  *where = 1;
  return argument;
}

int
main(void)
{
  pthread_t one, two;

  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(a + b == 1);
  assert(b == 0);
  return 0;
}
