/* A destructor that sets its value again is called again, in up to four passes. */
// run: --rounds 2 --unwind 1 => bug
// expect: calls == 1
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int calls;

static void
destroy(void *value)
{
  calls++;
  if (calls < 2)
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
  assert(calls == 1);
  return 0;
}
