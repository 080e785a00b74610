/* A key is used after it has been deleted, if main is quick. */
// run: --rounds 2 --unwind 1 => bug
// expect: a key is used that has been deleted
#include <pthread.h>

static pthread_key_t key;

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

  pthread_key_create(&key, NULL);
  pthread_create(&thread, NULL, work, &key);
  pthread_key_delete(key);
  pthread_join(thread, NULL);
  return 0;
}
