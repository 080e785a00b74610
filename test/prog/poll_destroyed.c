/* Who destroys a mutex is told whether it is locked, by a thread that polls. */
// run: --rounds 3 --unwind 2 --property assert => bug
// expect: !busy
// replay: no, glibc's pthread_mutex_destroy has its own way to find out
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool flag, busy;

static void *
set(void *unused)
{
  busy = pthread_mutex_destroy(&mutex) != 0;
  if (busy) {
    pthread_mutex_lock(&mutex);
    flag = true;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int
main(void)
{
  pthread_t thread;
  bool done;
  pthread_create(&thread, NULL, set, NULL);
  do {
    pthread_mutex_lock(&mutex);
    done = flag;
    pthread_mutex_unlock(&mutex);
  } while (!done);
  assert(!busy);
  pthread_join(thread, NULL);
  return 0;
}
