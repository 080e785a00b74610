/* ... but while handlers run other threads go on. */
// run: --rounds 3 => bug
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_t worker;
static int steps;

static void *
work(void *argument)
{
  (void)argument;
  steps++;
  steps++;
  return NULL;
}

static void
report(void)
{
  assert(steps != 1);
}

int
main(void)
{
  atexit(report);
  pthread_create(&worker, NULL, work, NULL);
  return 0;
}
