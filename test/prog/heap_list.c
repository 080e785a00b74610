/* A linked list on the heap. */
// verdict: safe
// labels: 1
#include <assert.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int
main(void)
{
  struct node *list = NULL;
  int sum = 0;

  for (int i = 1; i <= 4; i++) {
    struct node *node = malloc(sizeof *node);

    node->value = i;
    node->next = list;
    list = node;
  }
  assert(list->value == 4 && list->next->value == 3);
  while (list) {
    struct node *next = list->next;

    sum += list->value;
    free(list);
    list = next;
  }
  assert(sum == 10);
  return 0;
}
