/* Who tries to get the lock can tell that somebody polls under it. So an iteration that finds nothing
 * is no wait: it may be the one that was noticed, long before the flag is set. */
// run: --rounds 3 --unwind 2 => bug
// run: --rounds 3 --unwind 1 -- -DWAITS => safe
// run: --unwind 1 --engine explicit -- -DWAITS => safe
// expect: assertion failed
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool refused, flag;

static void *
set(void *unused)
{
#ifdef WAITS
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
#else
  if (pthread_mutex_trylock(&mutex))
    refused = true;
  else
    pthread_mutex_unlock(&mutex);
#endif
  pthread_mutex_lock(&mutex);
  flag = true;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int
main(void)
{
  pthread_t thread;
  bool seen;
  pthread_create(&thread, NULL, set, NULL);
  do {
    pthread_mutex_lock(&mutex);
    seen = flag;
    pthread_mutex_unlock(&mutex);
  } while (!seen);
  assert(!refused);
  pthread_join(thread, NULL);
  return 0;
}
