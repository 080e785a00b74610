/* A variable may lie where one of a function lay that has returned. It is not modelled, and said. Two
 * variables that live at the same time differ. */
// run: => bounded
// run: -- -DALIVE => safe
// expect: assumed: no variable lies where one was whose function has returned
#include <assert.h>

static int *last;

static int
visit(int depth)
{
  int here = depth;
  int same = last == &here;

  last = &here;
  return depth ? visit(depth - 1) | same : same;
}

int
main(void)
{
#ifdef ALIVE
  assert(!visit(2));
#else
  visit(0);
  assert(!visit(0));
#endif
  return 0;
}
