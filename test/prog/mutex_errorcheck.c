/* An error-checking mutex tells its owner, and others who try to unlock it. */
// run: --rounds 2 --unwind 2 --property assert => safe
// labels: 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int
main(void)
{
  pthread_mutexattr_t attributes;
  pthread_mutex_t mutex;

  pthread_mutexattr_init(&attributes);
  assert(pthread_mutexattr_settype(&attributes, 77) == EINVAL);
  assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0);
  pthread_mutex_init(&mutex, &attributes);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  assert(pthread_mutex_destroy(&mutex) == EBUSY);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_destroy(&mutex) == 0);
  return 0;
}
