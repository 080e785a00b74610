/* Somebody else opens the lock while a thread polls under it, and takes it. The iteration then gives
 * back a lock that is not its own: it has changed something, although it has only looked. The poller
 * must end, before anybody is told. */
// run: --rounds 4 --unwind 2 --property assert => bug
// run: --rounds 4 --unwind 2 --property assert -- -DKEPT => safe
// expect: seen == 0
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool flag;
static int x;

static void *
poll(void *unused)
{
  bool seen;
  do {
    pthread_mutex_lock(&mutex);
    seen = flag;
    pthread_mutex_unlock(&mutex);
  } while (!seen);
  return unused;
}

static void *
change(void *unused)
{
  pthread_mutex_lock(&mutex);
  x = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int
main(void)
{
  pthread_t poller, changer;
  pthread_create(&poller, NULL, poll, NULL);
#ifndef KEPT
  pthread_mutex_unlock(&mutex); /* of whomever it may be */
#endif
  pthread_mutex_lock(&mutex);
  pthread_create(&changer, NULL, change, NULL);
  x = 0;
  int seen = x;
  pthread_mutex_unlock(&mutex);
  pthread_join(changer, NULL);
  pthread_mutex_lock(&mutex);
  flag = true;
  pthread_mutex_unlock(&mutex);
  pthread_join(poller, NULL);
  assert(seen == 0);
  return 0;
}
