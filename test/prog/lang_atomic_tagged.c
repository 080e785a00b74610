/* A stack of nodes from a fixed pool whose head carries a tag: the tag changes with every operation,
 * so that compare-and-exchange is not fooled by a head that has gone and come back (ABA). The struct
 * is as large as a word. */
// run: --rounds 3 --unwind 2 => bounded
// run: --rounds 3 --unwind 2 -- -DNO_TAG => bug
// run: --rounds 3 --unwind 2 -- -m32 => bounded
// expect: popped twice
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NODES = 3, NONE = -1 };

struct head {
  int first;
  unsigned tag;
};

static _Atomic struct head head;
static int next[NODES] = {1, 2, NONE};
static atomic_int taken[NODES];

static int
pop(void)
{
  struct head old = head, new;

  do {
    if (old.first == NONE)
      return NONE;
    new.first = next[old.first];
#ifdef NO_TAG
    new.tag = old.tag;
#else
    new.tag = old.tag + 1;
#endif
  } while (!atomic_compare_exchange_strong(&head, &old, new));
  int before = atomic_exchange(&taken[old.first], 1);
  assert(before == 0 && "popped twice");
  return old.first;
}

static void
push(int node)
{
  struct head old = head, new = {node, 0};

  atomic_store(&taken[node], 0);
  do {
    next[node] = old.first;
#ifdef NO_TAG
    new.tag = old.tag;
#else
    new.tag = old.tag + 1;
#endif
  } while (!atomic_compare_exchange_strong(&head, &old, new));
}

static void *
other(void *unused)
{
  int a = pop(), b = pop();

  (void)unused;
  (void)b;
  if (a != NONE)
    push(a);
  return NULL;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, other, NULL);
  pop();
  pop();
  pthread_join(thread, NULL);
  return 0;
}
