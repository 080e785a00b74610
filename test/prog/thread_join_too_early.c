/* A thread finds its sibling's handle in a global variable, which main may not have written yet. */
// run: --rounds 2 --unwind 1 => bug
// expect: this is not a thread
#include <pthread.h>

static pthread_t first;

static void *
work(void *argument)
{
  return argument;
}

static void *
waiter(void *argument)
{
  pthread_join(first, NULL);
  return argument;
}

int
main(void)
{
  pthread_t other;

  pthread_create(&other, NULL, waiter, NULL);
  pthread_create(&first, NULL, work, NULL);
  pthread_join(other, NULL);
  return 0;
}
