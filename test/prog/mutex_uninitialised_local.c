/* A local mutex that nobody initialised. */
// run: --rounds 2 --unwind 1 => bug
// expect: the mutex is not initialised, or has been destroyed
#include <pthread.h>

int
main(void)
{
  pthread_mutex_t mutex;

  if (pthread_mutex_trylock(&mutex) == 0)
    pthread_mutex_unlock(&mutex);
  return 0;
}
