/* Initialisers with addresses, nested aggregates and strings. */
// verdict: safe
// labels: 1
#include <assert.h>
#include <stddef.h>

struct node {
  const char *name;
  struct node *next;
  int weights[3];
};

static struct node list[2] = {{"one", &list[1], {1, 2}}, {"two", NULL, {[2] = 7}}};
static struct node *const second = &list[0 + 1];
static int *weight = &list[1].weights[2];
static short table[] = {-1, -2, -3};

int
main(void)
{
  assert(list[0].next == second && second->next == NULL);
  assert(list[0].name[1] == 'n' && second->name[2] == 'o');
  assert(list[0].weights[1] == 2 && list[0].weights[2] == 0);
  assert(*weight == 7 && weight - second->weights == 2);
  assert(sizeof table == 6 && table[2] == -3);
  return 0;
}
