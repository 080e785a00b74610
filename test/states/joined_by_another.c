/* Who was joined by a thread that main has joined is over for main, too; otherwise it may be late. */
// right
// wrong assertion -DNOT_JOINED
#include <assert.h>
#include <pthread.h>

static int x;

static void *
work(void *argument)
{
  x = 1;
  return argument;
}

static void *
start(void *argument)
{
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
#ifndef NOT_JOINED
  pthread_join(a, NULL);
#endif
  return argument;
}

int
main(void)
{
  pthread_t a;
  pthread_create(&a, NULL, start, NULL);
  pthread_join(a, NULL);
  assert(x == 1);
  return 0;
}
