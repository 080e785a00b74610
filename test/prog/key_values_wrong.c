/* The creator's value is not inherited. */
// run: --rounds 2 --unwind 1 => bug
// expect: pthread_getspecific(key) == argument
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

static void *
work(void *argument)
{
  assert(pthread_getspecific(key) == argument);
  return NULL;
}

int
main(void)
{
  pthread_t thread;
  int x;

  pthread_key_create(&key, NULL);
  pthread_setspecific(key, &x);
  pthread_create(&thread, NULL, work, &x);
  pthread_join(thread, NULL);
  return 0;
}
