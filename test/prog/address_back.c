/* A pointer that is kept without its lowest bits, or as a distance, or mixed with another one, and one
 * whose bytes the program looks at: where objects lie is an assumption. */
// run: => bounded
// run: -- -DBYTES => bounded
// run: -- -DLINKED => bounded
// run: -- -DRELATIVE => bounded
// expect: assumed: objects lie at the addresses that were chosen for them
#include <assert.h>
#include <stdint.h>

struct node {
  int value;
  uintptr_t link;
};

static struct node first = {1, 0}, second = {2, 0};

static uintptr_t
number(struct node *node)
{
  return (uintptr_t)node;
}

int
main(void)
{
#if defined BYTES
  struct node *pointer = &first;
  assert(((unsigned char *)&pointer)[1] != 7);
#elif defined LINKED
  first.link = number(&first) ^ number(&second);
  assert(((struct node *)(first.link ^ number(&first)))->value == 2);
#elif defined RELATIVE
  first.link = number(&second) - number(&first);
  assert(((struct node *)(number(&first) + first.link))->value == 2);
#else
  uintptr_t kept = number(&second) >> 3;
  assert(first.value == 1 && ((struct node *)(kept << 3))->value == 2);
#endif
  return 0;
}
