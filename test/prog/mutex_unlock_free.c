/* A mutex is unlocked twice: the second time nobody holds it. */
// run: --rounds 2 --unwind 1 => bug
// run: --rounds 2 --unwind 1 --property assert => safe
// expect: the thread does not hold the mutex
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int
main(void)
{
  pthread_mutex_lock(&mutex);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_trylock(&mutex) == 0);
  return 0;
}
