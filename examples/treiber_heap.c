/* Treiber's stack on the real heap.
 *
 * The changer takes two nodes off, frees the first, and puts a new one on. If the popper has read the
 * head before, and reads its successor after the free, it uses freed memory: that shows in one
 * interleaving only. And malloc may hand out the freed block again, as the program compares addresses. If
 * the popper had read the successor in time, it finds on top the address it expects, its exchange succeeds,
 * and makes the second node the head, which the changer still holds: it is popped twice. That is ABA.
 *
 * With -DKEEP no node is freed, and both are gone. */
// run: --property memory => bug
// run: --rounds 3 --property assert --reuse-memory => bug
// run: --rounds 3 --property assert => bug
// run: --rounds 3 --property assert,memory --reuse-memory -- -DKEEP => bounded
// expect: use after free
// expect: freed by thread 2 (changer)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int number;
  struct node *next;
};

static _Atomic(struct node *) head;
static atomic_int popped[4]; /* how often, by number */

static void
push(int number)
{
  struct node *node = malloc(sizeof *node);

  node->number = number;
  node->next = head;
  while (!atomic_compare_exchange_strong(&head, &node->next, node))
    ;
}

static struct node *
pop(void)
{
  struct node *top = head;

  while (top && !atomic_compare_exchange_strong(&head, &top, top->next))
    ;
  if (top)
    popped[top->number]++;
  return top;
}

static void *
popper(void *argument)
{
  (void)argument;
  pop();
  return NULL;
}

static void *
changer(void *argument)
{
  struct node *first = pop();

  (void)argument;
  pop();
#ifndef KEEP
  free(first);
#endif
  push(3);
  return NULL;
}

int
main(void)
{
  pthread_t a, b;

  push(2);
  push(1);
  pthread_create(&a, NULL, popper, NULL);
  pthread_create(&b, NULL, changer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pop();
  assert(popped[1] <= 1 && popped[2] <= 1 && popped[3] <= 1);
  return 0;
}

// why: struct node *top = head;
// why: free(first);
// why: while (top && 
