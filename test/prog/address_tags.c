/* What a program keeps in the bits that addresses do not need costs nothing and is no assumption:
 * below the alignment, and above all addresses. */
// args: --rounds 2 --unwind 1
// verdict: safe
// labels: 3 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node {
  int value;
};

static struct node nodes[2] = {{1}, {2}};
static atomic_uint_fast64_t top;

static uint64_t
pack(struct node *node, unsigned version, unsigned mark)
{
  return (uint64_t)version << 48 | (uintptr_t)node | mark;
}

static void *
change(void *argument)
{
  uint_fast64_t old = top;

  atomic_compare_exchange_strong(&top, &old, pack(&nodes[1], 4, 0));
  return argument;
}

int
main(void)
{
  pthread_t a;

  top = pack(&nodes[0], 3, 1);
  pthread_create(&a, NULL, change, NULL);
  uint64_t now = top;
  struct node *node = (struct node *)(uintptr_t)(now & (UINT64_C(1) << 48) - 1 & ~UINT64_C(1));
  assert(node->value == (int)(now >> 48) - 2 && (now & 1) == (node == &nodes[0]));
  pthread_join(a, NULL);
  return 0;
}
