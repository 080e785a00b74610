/* Double-checked initialisation that says "ready" too early: the first thread raises the flag and
 * then fills in the settings, so that a second one, which looks at the flag without the mutex, may
 * read settings that are not there yet. (The well-known double-checked locking pattern; this
 * mistake shows even under sequential consistency.) */
// args: --rounds 1 --unwind 1
// verdict: bug
// expect: size == 64
// labels: 3 6 6
// clauses: 343
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool ready;
static struct {
  int size;
} settings;

static int
buffer_size(void)
{
  if (!ready) {
    pthread_mutex_lock(&mutex);
    if (!ready) {
      ready = true;
      settings.size = 64;
    }
    pthread_mutex_unlock(&mutex);
  }
  return settings.size;
}

static void *
use(void *argument)
{
  int size = buffer_size();

  (void)argument;
  assert(size == 64);
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, use, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}

// why: ready = true;
// why: settings.size = 64;
// why: return settings.size;
