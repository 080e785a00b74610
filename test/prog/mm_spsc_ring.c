/* A ring buffer of one producer and one consumer, who need no locks: each end is moved by one of
 * them. What is put in must be seen before the end has moved. Total store order sees to that;
 * partial store order does so with a fence (-DFENCE). That the consumer has taken a value before
 * it gives the slot back is a load before a store, and takes no fence. */
// run: --memory-model sc --rounds 4 --unwind 2 => bounded
// run: --memory-model tso --rounds 4 --unwind 2 => bounded
// run: --memory-model pso --rounds 4 --unwind 2 => bug
// run: --memory-model pso --rounds 4 --unwind 2 -- -DFENCE => bounded
// expect: assertion failed: take() == i
// brute: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SLOTS = 2, VALUES = 3 };

static int slots[SLOTS];
static atomic_uint head, tail; /* taken and put so far */

static void
put(int value)
{
  unsigned end = atomic_load_explicit(&tail, memory_order_relaxed);

  while (end - atomic_load_explicit(&head, memory_order_relaxed) == SLOTS)
    ;
  slots[end % SLOTS] = value;
#ifdef FENCE
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&tail, end + 1, memory_order_relaxed);
}

static int
take(void)
{
  unsigned begin = atomic_load_explicit(&head, memory_order_relaxed);
  int value;

  while (begin == atomic_load_explicit(&tail, memory_order_relaxed))
    ;
  value = slots[begin % SLOTS];
  atomic_store_explicit(&head, begin + 1, memory_order_relaxed);
  return value;
}

static void *
producer(void *argument)
{
  for (int i = 1; i <= VALUES; i++)
    put(i);
  return argument;
}

static void *
consumer(void *argument)
{
  for (int i = 1; i <= VALUES; i++)
    assert(take() == i);
  return argument;
}

int
main(void)
{
  pthread_t threads[2];

  pthread_create(&threads[0], NULL, producer, NULL);
  pthread_create(&threads[1], NULL, consumer, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
