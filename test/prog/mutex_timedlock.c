/* pthread_mutex_timedlock may give up whenever the mutex is locked, and then locks nothing. */
// run: --rounds 2 --unwind 1 => bounded
#define _GNU_SOURCE 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *
work(void *argument)
{
  struct timespec soon = {1, 0};
  int result = pthread_mutex_timedlock(&mutex, &soon);

  if (result == ETIMEDOUT)
    return argument;
  assert(result == 0);
  inside++;
  assert(inside == 1);
  inside--;
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
