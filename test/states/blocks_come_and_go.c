/* Blocks are made and freed again and again: states repeat all the same. An address that somebody keeps
 * is nobody else's. */
// right
// wrong memory -DKEPT
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node *_Atomic top;
static atomic_int over;

static void *
work(void *argument)
{
  while (!atomic_load(&over)) {
    struct node *node = malloc(sizeof *node);
    node->next = atomic_exchange(&top, node);
#ifndef KEPT
    if (node->next)
      free(node->next);
#else
    free(node);
#endif
  }
  return argument;
}

int
main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
#ifdef KEPT
  struct node *seen = atomic_load(&top);
  if (seen && seen->next)
    atomic_store(&over, 2);
#endif
  atomic_store(&over, 1);
  pthread_join(t, NULL);
  return 0;
}
