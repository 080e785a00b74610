/* The end of the first function ends the process, as that of main does: a thread that is not joined
 * need not get to its assertion, but it may. One that waits for the first thread waits for ever. */
// run: --rounds 2 --unwind 1 --entry start => bug
// run: --rounds 2 --unwind 1 --entry waits => safe
#include <assert.h>
#include <pthread.h>

static pthread_t first;

static void *
fails(void *argument)
{
  assert(!argument);
  return NULL;
}

static void *
waits_for_first(void *argument)
{
  pthread_join(first, NULL);
  assert(!argument);
  return NULL;
}

void start(void);
void
start(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, fails, &thread);
}

void waits(void);
void
waits(void)
{
  pthread_t thread;

  first = pthread_self();
  pthread_create(&thread, NULL, waits_for_first, &thread);
}
