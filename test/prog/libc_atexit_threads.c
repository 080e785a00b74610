/* A handler joins the worker before it looks at what it did ... */
// run: --rounds 3 => safe
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
#ifndef WRONG
  pthread_join(worker, NULL);
#endif
  assert(steps != 1);
}

int
main(void)
{
  atexit(report);
  pthread_create(&worker, NULL, work, NULL);
  return 0;
}
