/* Two threads push to a shared list without a lock: one node can get lost. */
// args: --rounds 3 --unwind 3
// verdict: bug
// expect: length == 2
// labels: 4 3 3
// clauses: 429
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node *list;

static void *
push(void *argument)
{
  struct node *node = malloc(sizeof *node);

  node->next = list;
  list = node;
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
