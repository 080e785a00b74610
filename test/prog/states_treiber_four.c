/* Treiber's stack with a tag, two threads that take nodes and two that put them back. The wrong one has no tag: if a
 * node was taken and put back meanwhile, the top looks as if nothing had happened. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { NODES = 2, NONE = NODES };

static atomic_uint top = 0; /* the tag and the index of a node */
static atomic_uint next[NODES] = {1, NONE};
static atomic_int taken[NODES], back[NODES];

static unsigned
with_tag(unsigned old, unsigned node)
{
#ifdef WRONG
  return node;
#else
  return ((old / 8 + 1) % 16) * 8 + node;
#endif
}

static void *
pop(void *argument)
{
  for (int i = 0; i < 2; i++) {
    unsigned old = atomic_load(&top), behind;
    do {
      if (old % 8 == NONE)
        return argument;
      behind = atomic_load(&next[old % 8]);
    } while (!atomic_compare_exchange_strong(&top, &old, with_tag(old, behind)));
    assert(atomic_exchange(&taken[old % 8], 1) == 0);
    atomic_store(&back[old % 8], 1);
  }
  return argument;
}

static void *
push(void *argument)
{
  unsigned node = (unsigned)(uintptr_t)argument;
  if (!atomic_exchange(&back[node], 0))
    return argument;
  atomic_store(&taken[node], 0);
  unsigned old = atomic_load(&top);
  do
    atomic_store(&next[node], old % 8);
  while (!atomic_compare_exchange_strong(&top, &old, with_tag(old, node)));
  return argument;
}

int
main(void)
{
  pthread_t threads[4];
  for (uintptr_t i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, i < 2 ? pop : push, (void *)(i % 2));
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
