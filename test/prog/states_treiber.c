/* Treiber's stack, with nodes that are used again, and a tag that counts what was done to its top. The
 * wrong one has no tag: a node that was taken and put back looks as if nothing had happened. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NODES = 3, NONE = NODES };

static atomic_uint top = 0; /* the tag and the index of a node */
static atomic_uint next[NODES];
static atomic_int taken[NODES];

static unsigned
with_tag(unsigned old, unsigned node)
{
#ifdef WRONG
  (void)old;
  return node;
#else
  return ((old / 8 + 1) % 32) * 8 + node;
#endif
}

static unsigned
pop(void)
{
  unsigned old = atomic_load(&top), behind;
  do {
    if (old % 8 == NONE)
      return NONE;
    behind = atomic_load(&next[old % 8]);
  } while (!atomic_compare_exchange_strong(&top, &old, with_tag(old, behind)));
  return old % 8;
}

static void
push(unsigned node)
{
  unsigned old = atomic_load(&top);
  do
    atomic_store(&next[node], old % 8);
  while (!atomic_compare_exchange_strong(&top, &old, with_tag(old, node)));
}

static void *
work(void *argument)
{
  unsigned mine[2];
  for (int i = 0; i < 2; i++) {
    mine[i] = pop();
    if (mine[i] != NONE)
      assert(atomic_exchange(&taken[mine[i]], 1) == 0);
  }
  for (int i = 0; i < 1; i++)
    if (mine[i] != NONE) {
      atomic_store(&taken[mine[i]], 0);
      push(mine[i]);
    }
  return argument;
}

int
main(void)
{
  pthread_t threads[2];
  for (unsigned i = 0; i < NODES; i++)
    next[i] = i + 1;
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
