/* Who copies a structure can tell by the copy that the lock in it is taken, by one that polls or one
 * that was woken for nothing. -DOTHER looks at another word. */
// run: --rounds 3 --unwind 2 => bug
// run: --rounds 3 --unwind 2 -- -DASLEEP => bug
// run: --unwind 1 --engine explicit -- -DOTHER => safe
// expect: assertion failed
// replay: no, the schedule is about a wake-up that the system need not have
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  bool done;
} shared = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};
static bool taken;

static void *
copy(void *unused)
{
#ifdef OTHER
  bool found = shared.mutex.__data.__kind != 0;
#else
  pthread_mutex_t copied;
  memcpy(&copied, &shared.mutex, sizeof copied);
  bool found = copied.__data.__lock != 0;
#endif
  pthread_mutex_lock(&shared.mutex);
  taken = found;
  shared.done = true;
  pthread_cond_signal(&shared.changed);
  pthread_mutex_unlock(&shared.mutex);
  return unused;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, copy, NULL);
#ifdef ASLEEP
  pthread_mutex_lock(&shared.mutex);
  while (!shared.done)
    pthread_cond_wait(&shared.changed, &shared.mutex);
  pthread_mutex_unlock(&shared.mutex);
#else
  bool done;
  do {
    pthread_mutex_lock(&shared.mutex);
    done = shared.done;
    pthread_mutex_unlock(&shared.mutex);
  } while (!done);
#endif
  assert(!taken);
  pthread_join(thread, NULL);
  return 0;
}
