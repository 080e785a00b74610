/* A mutex is destroyed by the thread that has it locked. */
// run: --rounds 2 --unwind 1 => bug
// expect: the mutex is destroyed while it is locked
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int
main(void)
{
  pthread_mutex_lock(&mutex);
  pthread_mutex_destroy(&mutex);
  return 0;
}
