/* Locking a NORMAL mutex twice is reported; what follows is never reached, for it waits for ever. */
// run: --rounds 2 --unwind 2 => bug
// run: --property assert => safe
// expect: the thread holds the mutex already
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
