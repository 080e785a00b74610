#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static bool ready;
static atomic_int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *
writer(void *unused)
{
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
#ifndef UNLOCKED
  pthread_mutex_lock(&mutex);
#endif
  ready = true;
#ifndef UNLOCKED
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int
main(void)
{
  pthread_t thread;
  bool seen;

  pthread_create(&thread, NULL, writer, NULL);
  do {
    pthread_mutex_lock(&mutex);
    seen = ready;
    pthread_mutex_unlock(&mutex);
  } while (!seen);
  pthread_join(thread, NULL);
  return atomic_load_explicit(&count, memory_order_relaxed) != 1;
}
