/* Variables of one name: each is where it is, and none is taken for another. */
// run: --rounds 2 => bug
// run: --rounds 2 -- -DRIGHT => safe
#include <assert.h>
#include <pthread.h>

static int n;

static int *
second(void)
{
  static int n = 3;
  return &n;
}

static int *
third(void)
{
  static int n = 5;
  return &n;
}

static void *
count(void *argument)
{
  ++n;
  ++*second();
  ++*third();
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
#ifdef RIGHT
  pthread_join(thread, NULL);
#endif
  count(NULL);
#ifndef RIGHT
  pthread_join(thread, NULL);
#endif
  assert(n == 2 && *second() == 5 && *third() == 7);
}
