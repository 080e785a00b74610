/* A destructor that must not run: main returns, or the key has been deleted. */
// run: --rounds 2 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>

static pthread_key_t ours, deleted;

static void
destroy(void *value)
{
  assert(value == NULL);
}

static void *
work(void *argument)
{
  pthread_setspecific(deleted, argument);
  pthread_key_delete(deleted);
  return NULL;
}

int
main(void)
{
  pthread_t thread;

  pthread_key_create(&ours, destroy);
  pthread_key_create(&deleted, destroy);
  pthread_setspecific(ours, &ours);
  pthread_create(&thread, NULL, work, &ours);
  pthread_join(thread, NULL);
  return 0;
}
