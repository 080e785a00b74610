/* A bounded buffer with condition variables: whoever finds it full or empty waits until somebody says that
 * this has changed. (bounded_buffer.c tries again and again instead.) With -DWRONG a thread that was woken
 * does not look again whether there is something to take. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
// expect: assertion failed
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { SLOTS = 2, ITEMS = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int slots[SLOTS];
static int first, filled;

static void
put(int item)
{
  pthread_mutex_lock(&mutex);
  while (filled == SLOTS)
    pthread_cond_wait(&not_full, &mutex);
  slots[(first + filled) % SLOTS] = item;
  filled++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&mutex);
}

static int
take(void)
{
  pthread_mutex_lock(&mutex);
#ifdef WRONG
  if (filled == 0)
#else
  while (filled == 0)
#endif
    pthread_cond_wait(&not_empty, &mutex);
  assert(filled > 0);
  int item = slots[first];
  first = (first + 1) % SLOTS;
  filled--;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&mutex);
  return item;
}

static void *
produce(void *argument)
{
  for (int item = 1; item <= ITEMS; item++)
    put(item);
  return argument;
}

static void *
consume(void *argument)
{
  for (int expected = 1; expected <= ITEMS; expected++) {
    int item = take();

    assert(item == expected);
  }
  return argument;
}

int
main(void)
{
  pthread_t producer, consumer;

  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&consumer, NULL, consume, NULL);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  assert(filled == 0);
  return 0;
}

// why: if (filled == 0)
// why: pthread_cond_wait(&not_empty, &mutex);
