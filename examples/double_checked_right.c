/* Double-checked initialisation done right: the settings are complete before the flag goes up.
 * double_checked.c shows what happens otherwise. */
// args: --rounds 2 --unwind 1
// verdict: bounded
// labels: 3 6 6
// clauses: 500
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
      settings.size = 64;
      ready = true;
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
