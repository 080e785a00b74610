/* A mutex is locked after it was destroyed. */
// run: --rounds 2 --unwind 1 => bug
// expect: the mutex is not initialised, or has been destroyed
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int
main(void)
{
  pthread_mutex_destroy(&mutex);
  pthread_mutex_lock(&mutex);
  return 0;
}
