/* A ring buffer of one producer and one consumer with the orders that it needs, and with one order
 * less: the end that the other moves is acquired, the own one is released. */
// replay: no, the two accesses are not next to each other
// run: --time 20 --property race,assert => safe
// run: --time 20 --property race,assert -- -DPUT_RELEASES=memory_order_relaxed => bug
// run: --time 20 --property race,assert -- -DTAKE_ACQUIRES=memory_order_relaxed => bug
// run: --time 20 --property race,assert -- -DTAKE_RELEASES=memory_order_relaxed => bug
// run: --time 20 --property race,assert -- -DPUT_ACQUIRES=memory_order_relaxed => bug
// brute: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUT_ACQUIRES
#define PUT_ACQUIRES memory_order_acquire
#endif
#ifndef PUT_RELEASES
#define PUT_RELEASES memory_order_release
#endif
#ifndef TAKE_ACQUIRES
#define TAKE_ACQUIRES memory_order_acquire
#endif
#ifndef TAKE_RELEASES
#define TAKE_RELEASES memory_order_release
#endif

enum { SLOTS = 2, VALUES = 3 };

static int slots[SLOTS];
static atomic_uint head, tail; /* taken and put so far */

static void
put(int value)
{
  unsigned end = atomic_load_explicit(&tail, memory_order_relaxed);

  while (end - atomic_load_explicit(&head, PUT_ACQUIRES) == SLOTS)
    ;
  slots[end % SLOTS] = value;
  atomic_store_explicit(&tail, end + 1, PUT_RELEASES);
}

static int
take(void)
{
  unsigned begin = atomic_load_explicit(&head, memory_order_relaxed);
  int value;

  while (begin == atomic_load_explicit(&tail, TAKE_ACQUIRES))
    ;
  value = slots[begin % SLOTS];
  atomic_store_explicit(&head, begin + 1, TAKE_RELEASES);
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
