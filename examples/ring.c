/* The harness of doc/tutorial.md: what goes into a ring buffer comes out of it, in order. */
// run: --time 600 => bug
// run: --time 600 -- -DFIXED => safe
// run: --time 600 --property default,+race -- -DFIXED => safe
// expect: seen half done: others can see what ring.h:22 writes when ring.h:23 has not yet written the rest
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "ring.h"

enum { ITEMS = 3 };

static struct ring ring;

static void *
produce(void *argument)
{
  for (int item = 1; item <= ITEMS; item++)
    while (!ring_put(&ring, item))
      ;
  return argument;
}

static void *
consume(void *argument)
{
  for (int expected = 1; expected <= ITEMS; expected++) {
    int item;
    while (!ring_take(&ring, &item))
      ;
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
  return 0;
}
