/* Locking a NORMAL mutex twice waits for ever: what follows is never reached. */
// verdict: safe
// labels: 1
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int
main(void)
{
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  assert(0);
  return 0;
}
