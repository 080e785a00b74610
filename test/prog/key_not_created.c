/* A key is used before it has been created, if the thread is quick. */
// run: --rounds 2 --unwind 1 => bug
// expect: a key is used that has not been created
#include <pthread.h>

static pthread_key_t key;

static void *
work(void *argument)
{
  pthread_getspecific(key);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_key_create(&key, NULL);
  pthread_join(thread, NULL);
  return 0;
}
