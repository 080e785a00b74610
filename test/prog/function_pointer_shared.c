/* A callback that another thread replaces. */
// args: --rounds 2 --unwind 1
// verdict: bug
// expect: x != 2
// labels: 3 2 2
#include <assert.h>
#include <pthread.h>

static int x;

static void
set_one(void)
{
  x = 1;
}

static void
set_two(void)
{
  x = 2;
}

static void (*callback)(void) = set_one;

static void *
first(void *argument)
{
  callback = set_two;
  return argument;
}

static void *
second(void *argument)
{
  callback();
  assert(x == 1 || x == 2);
  assert(x != 2);
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
