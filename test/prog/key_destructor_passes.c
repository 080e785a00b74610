/* A destructor that sets its value again is called again, in up to four passes. */
// run: --rounds 2 --unwind 1 => safe
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t key;
static int calls;

static void
destroy(void *value)
{
  calls++;
  pthread_setspecific(key, value);
}

static void *
work(void *argument)
{
  pthread_setspecific(key, argument);
  return NULL;
}

int
main(void)
{
  pthread_t thread;

  pthread_key_create(&key, destroy);
  pthread_create(&thread, NULL, work, &key);
  pthread_join(thread, NULL);
  assert(calls == PTHREAD_DESTRUCTOR_ITERATIONS);
  return 0;
}
