/* Treiber's stack. A node is filled in before it is pushed, and a push is a compare-and-swap,
 * which waits until all earlier stores were seen: so relaxed orders are enough under every model.
 * With -DONE_PUSHER the one thread that pushes does without, and merely stores the new head; then
 * partial store order shows a node that is not filled in, unless there is a fence (-DFENCE). */
// run: --memory-model sc --rounds 3 --unwind 2 => bounded
// run: --memory-model tso --rounds 3 --unwind 2 => bounded
// run: --memory-model pso --rounds 3 --unwind 2 => bounded
// run: --memory-model sc --rounds 3 --unwind 2 -- -DONE_PUSHER => bounded
// run: --memory-model tso --rounds 3 --unwind 2 -- -DONE_PUSHER => bounded
// run: --memory-model pso --rounds 3 --unwind 2 -- -DONE_PUSHER => bug
// run: --memory-model pso --rounds 3 --unwind 2 -- -DONE_PUSHER -DFENCE => bounded
// expect: assertion failed: node->value
// brute: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  int value;
  struct node *next;
};

static struct node nodes[2];
static _Atomic(struct node *) head;

static void
push(struct node *node, int value)
{
  struct node *top = atomic_load_explicit(&head, memory_order_relaxed);

  node->value = value;
#ifdef ONE_PUSHER
  node->next = top;
#ifdef FENCE
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&head, node, memory_order_relaxed);
#else
  do
    node->next = top;
  while (!atomic_compare_exchange_weak_explicit(&head, &top, node, memory_order_relaxed,
                                                memory_order_relaxed));
#endif
}

static void *
pusher(void *argument)
{
  for (int i = 0; i < 2; i++)
    push(&nodes[i], i + 1);
  return argument;
}

static void *
reader(void *argument)
{
  struct node *node = atomic_load_explicit(&head, memory_order_relaxed);

  if (node) {
    assert(node->value);
    assert(node == &nodes[0] || node->next == &nodes[0]);
  }
  return argument;
}

int
main(void)
{
  pthread_t threads[2];

  pthread_create(&threads[0], NULL, pusher, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
