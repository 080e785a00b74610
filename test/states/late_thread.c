/* Main does not wait for the thread, and may be first. */
// right -DJOINED
// wrong assertion
#include <assert.h>
#include <pthread.h>

static int x;

static void *
work(void *argument)
{
  x = 1;
  return argument;
}

int
main(void)
{
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
#ifdef JOINED
  pthread_join(a, NULL);
#endif
  assert(x == 1);
  return 0;
}
