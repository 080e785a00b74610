/* Handlers run once, even if main returns while a thread calls exit. */
// run: --rounds 4 => safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int runs;

static void *
work(void *argument)
{
  (void)argument;
  exit(1);
}

static void
handler(void)
{
  assert(runs++ == 0);
}

int
main(void)
{
  pthread_t thread;

  atexit(handler);
  pthread_create(&thread, NULL, work, NULL);
  return 0;
}
