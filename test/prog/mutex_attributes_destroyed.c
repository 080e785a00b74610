/* A mutex is made with attributes that were destroyed. */
// run: --rounds 2 --unwind 1 => bug
// run: --rounds 2 --unwind 1 -- -DINIT => safe
// expect: the mutex attributes are not initialised, or have been destroyed
#include <pthread.h>

int
main(void)
{
  pthread_mutexattr_t attributes;
  pthread_mutex_t mutex;

  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_destroy(&attributes);
#ifdef INIT
  pthread_mutexattr_init(&attributes);
#endif
  pthread_mutex_init(&mutex, &attributes);
  return 0;
}
