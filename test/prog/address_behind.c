/* What lies behind an array may be another one. */
// run: => bug
// run: -- -DINSIDE => safe
// replay: no, a process cannot be told where to have its objects
#include <assert.h>

static int left[2], right[2];

static int *
at(int *array, int index)
{
  return array + index;
}

int
main(void)
{
#ifdef INSIDE
  assert(at(left, 1) != at(right, 0) && at(left, 2) == left + 2);
#else
  assert(at(left, 2) != at(right, 0));
#endif
  return 0;
}
