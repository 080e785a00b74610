// To try a lock again and again is to wait for it: nobody gives it back.
// run: --rounds 3 => bug
// run: --rounds 4 -- -DRIGHT => safe
// expect: deadlock
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *
work(void *argument)
{
  while (pthread_mutex_trylock(&mutex)) {
  }
#ifdef RIGHT
  pthread_mutex_unlock(&mutex);
#endif
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  return 0;
}
