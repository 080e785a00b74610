/* A ring buffer for one producer and one consumer, without a lock: doc/tutorial.md. */
#include <stdatomic.h>
#include <stdbool.h>

enum { SLOTS = 2 };

struct ring {
  int slots[SLOTS];
  atomic_uint first, behind; /* of the items; they only grow */
};

static bool
ring_put(struct ring *ring, int item)
{
  unsigned behind = ring->behind;
  if (behind - ring->first == SLOTS)
    return false;
#ifdef FIXED
  ring->slots[behind % SLOTS] = item;
  ring->behind = behind + 1;
#else
  ring->behind = behind + 1;
  ring->slots[behind % SLOTS] = item;
#endif
  return true;
}

static bool
ring_take(struct ring *ring, int *item)
{
  unsigned first = ring->first;
  if (first == ring->behind)
    return false;
  *item = ring->slots[first % SLOTS];
  ring->first = first + 1;
  return true;
}
