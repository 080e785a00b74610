/* The same with compare-and-exchange. */
// args: --rounds 3 --unwind 3
// verdict: bounded
// labels: 4 7 7
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
};

static _Atomic(struct node *) list;

static void *
push(void *argument)
{
  struct node *node = malloc(sizeof *node);

  node->next = list;
  while (!atomic_compare_exchange_strong(&list, &node->next, node))
    ;
  return argument;
}

int
main(void)
{
  pthread_t a, b;
  int length = 0;

  pthread_create(&a, NULL, push, NULL);
  pthread_create(&b, NULL, push, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (struct node *node = list; node; node = node->next)
    length++;
  assert(length == 2);
  return 0;
}
