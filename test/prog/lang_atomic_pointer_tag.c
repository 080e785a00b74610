/* A stack of nodes whose head is a pointer with a tag, changed together: 16 bytes on x86-64. Without
 * the tag a head that has gone and come back fools compare-and-exchange (ABA). */
// run: --rounds 3 --unwind 2 => bounded
// run: --rounds 3 --unwind 2 -- -DNO_TAG => bug
// expect: popped twice
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node *next;
  atomic_int taken;
};

struct head {
  struct node *first;
  size_t tag;
};

static struct node nodes[3];
static _Atomic struct head head;

#ifdef NO_TAG
enum { STEP = 0 };
#else
enum { STEP = 1 };
#endif

static struct node *
pop(void)
{
  struct head old = head, new;

  do {
    if (!old.first)
      return NULL;
    new = (struct head){old.first->next, old.tag + STEP};
  } while (!atomic_compare_exchange_strong(&head, &old, new));
  int before = atomic_exchange(&old.first->taken, 1);
  assert(before == 0 && "popped twice");
  return old.first;
}

static void
push(struct node *node)
{
  struct head old = head, new;

  atomic_store(&node->taken, 0);
  do {
    node->next = old.first;
    new = (struct head){node, old.tag + STEP};
  } while (!atomic_compare_exchange_strong(&head, &old, new));
}

static void *
other(void *unused)
{
  struct node *a = pop();

  (void)unused;
  pop();
  if (a)
    push(a);
  return NULL;
}

int
main(void)
{
  pthread_t thread;

  for (int i = 0; i < 3; i++)
    push(&nodes[i]);
  pthread_create(&thread, NULL, other, NULL);
  pop();
  pop();
  pthread_join(thread, NULL);
  return 0;
}
