/* A hand-over through one slot with two mutex-protected operations, tried twice. */
// args: --rounds 3 --unwind 2
// verdict: bounded
// labels: 3 2 3
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int slot, full;

static void *
first(void *argument)
{
  pthread_mutex_lock(&mutex);
  slot = 5;
  full = 1;
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void *
second(void *argument)
{
  for (int i = 0; i < 2; i++) {
    int got = 0, value = 0;

    pthread_mutex_lock(&mutex);
    if (full) {
      value = slot;
      full = 0;
      got = 1;
    }
    pthread_mutex_unlock(&mutex);
    if (got)
      assert(value == 5);
  }
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
