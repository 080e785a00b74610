/* Double-checked initialisation, as in examples/double_checked_right.c but with relaxed accesses.
 * Who does not take the mutex relies on the order in which the stores are seen: partial store
 * order may show the flag before the settings, also while the mutex is still held. A release fence
 * (-DFENCE) mends it, and so does a release store (-DRELEASE). */
// run: --memory-model sc --rounds 3 --unwind 1 => bounded
// run: --memory-model tso --rounds 3 --unwind 1 => bounded
// run: --memory-model pso --rounds 3 --unwind 1 => bug
// run: --memory-model pso --rounds 3 --unwind 1 -- -DRELEASE => bounded
// run: --memory-model pso --rounds 3 --unwind 1 -- -DFENCE => bounded
// expect: size == 64
// brute: 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifdef RELEASE
#define ORDER memory_order_release
#else
#define ORDER memory_order_relaxed
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool ready;
static struct {
  int size;
} settings;

static void
initialise(void)
{
  pthread_mutex_lock(&mutex);
  if (!atomic_load_explicit(&ready, memory_order_relaxed)) {
    settings.size = 64;
#ifdef FENCE
    atomic_thread_fence(memory_order_release);
#endif
    atomic_store_explicit(&ready, true, ORDER);
  }
  pthread_mutex_unlock(&mutex);
}

static void *
use(void *argument)
{
  int size;

  if (!atomic_load_explicit(&ready, memory_order_acquire))
    initialise();
  size = settings.size;
  assert(size == 64);
  return argument;
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
