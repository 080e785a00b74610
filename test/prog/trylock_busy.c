/* trylock fails with EBUSY while the other thread holds the mutex. */
// args: --rounds 1 --unwind 1
// verdict: bug
// expect: result != EBUSY
// labels: 3 3 3
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *
work(void *argument)
{
  int result = pthread_mutex_trylock(&mutex);

  assert(result == 0 || result == EBUSY);
  assert(result != EBUSY);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
