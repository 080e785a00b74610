/* The queue of Michael and Scott, with two threads that put and two that take. The wrong one appends with a
 * plain store, and loses what another one has appended. */
// run: --time 600 => safe
// run: --time 600 --property all => safe
// run: --time 600 -- -DWRONG => bug
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node {
  int value;
  struct node *_Atomic next;
};

static struct node nodes[3];
static struct node *_Atomic head = &nodes[0], *_Atomic tail = &nodes[0];
static atomic_int sum;

static void
put(struct node *node)
{
  for (;;) {
    struct node *last = atomic_load(&tail), *next = atomic_load(&last->next), *none = NULL;
    if (next) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
#ifdef WRONG
    atomic_store(&last->next, node);
    (void)none;
#else
    if (!atomic_compare_exchange_strong(&last->next, &none, node))
      continue;
#endif
    atomic_compare_exchange_strong(&tail, &last, node);
    return;
  }
}

static int
take(void)
{
  for (;;) {
    struct node *first = atomic_load(&head), *last = atomic_load(&tail);
    struct node *next = atomic_load(&first->next);
    if (first == last) {
      if (!next)
        return 0;
      atomic_compare_exchange_strong(&tail, &last, next);
    } else {
      int value = next->value;
      if (atomic_compare_exchange_strong(&head, &first, next))
        return value;
    }
  }
}

static void *
producer(void *argument)
{
  struct node *node = argument;
  node->value = (int)(node - nodes);
  put(node);
  return NULL;
}

static void *
consumer(void *argument)
{
  sum += take();
  return argument;
}

int
main(void)
{
  pthread_t threads[4];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, producer, &nodes[i + 1]);
    pthread_create(&threads[i + 2], NULL, consumer, NULL);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  sum += take();
  sum += take();
  assert(sum == 3);
  return 0;
}
