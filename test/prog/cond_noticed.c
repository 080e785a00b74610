/* Wake-ups for nothing that others can tell: a signal is lost while the thread looks at its
 * condition, since that is set without the mutex; somebody finds the mutex locked, and does not
 * wait; the thread itself counts. */
// run: --rounds 3 --unwind 2 -- -DLOST => bug
// run: --rounds 4 --unwind 2 -- -DTRIES => bug
// run: --rounds 4 --unwind 3 -- -DCOUNTS => bug
// run: --rounds 3 --unwind 2 --no-spurious -- -DLOST => bounded
// run: --rounds 3 --unwind 1 => bounded
// brute: 1 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int waits, refused;
static atomic_int ready;

static void *
sleeper(void *argument)
{
  int woken = 0;

  pthread_mutex_lock(&mutex);
  waits = 1;
  while (!ready) {
    pthread_cond_wait(&condition, &mutex);
#ifdef COUNTS
    woken++;
#endif
  }
  assert(!refused && woken < 2);
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void *
waker(void *argument)
{
  pthread_mutex_lock(&mutex);
  int asleep = waits, locked = 0;
  pthread_mutex_unlock(&mutex);
#ifdef LOST
  if (asleep) {
    ready = 1;
    pthread_cond_signal(&condition);
    return argument;
  }
#endif
#ifdef TRIES
  if (asleep) {
    locked = pthread_mutex_trylock(&mutex) != 0;
    if (!locked)
      pthread_mutex_unlock(&mutex);
  }
#endif
  (void)asleep;
  pthread_mutex_lock(&mutex);
  refused = locked;
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, sleeper, NULL);
  pthread_create(&b, NULL, waker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
