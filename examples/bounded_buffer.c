/* A bounded buffer: a ring of two slots behind a mutex; whoever finds it full or empty lets go of
 * the mutex and tries again. The consumer receives what the producer sent, in order.
 * bounded_buffer_wrong.c looks at the fill level without the mutex. */
// run: --unwind 1 --rounds 2 => bounded
// run: --unwind 1 --engine explicit => safe
// labels: 3 7 7
// clauses: 3827
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

enum { SLOTS = 2, ITEMS = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int slots[SLOTS];
static int first, filled;

static bool
try_put(int item)
{
  bool done = false;

  pthread_mutex_lock(&mutex);
  if (filled < SLOTS) {
    slots[(first + filled) % SLOTS] = item;
    filled++;
    done = true;
  }
  pthread_mutex_unlock(&mutex);
  return done;
}

static bool
try_get(int *item)
{
  bool done = false;

  pthread_mutex_lock(&mutex);
  if (filled > 0) {
    *item = slots[first];
    first = (first + 1) % SLOTS;
    filled--;
    done = true;
  }
  pthread_mutex_unlock(&mutex);
  return done;
}

static void *
produce(void *argument)
{
  (void)argument;
  for (int item = 1; item <= ITEMS; item++)
    while (!try_put(item))
      sched_yield();
  return NULL;
}

static void *
consume(void *argument)
{
  (void)argument;
  for (int expected = 1; expected <= ITEMS; expected++) {
    int item = 0;

    while (!try_get(&item))
      sched_yield();
    assert(item == expected);
  }
  return NULL;
}

int
main(void)
{
  pthread_t producer, consumer;

  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&consumer, NULL, consume, NULL);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  return 0;
}
