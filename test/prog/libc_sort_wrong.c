/* qsort does not keep the order of elements that compare equal. */
// run: --unwind 1 => bug
// brute: no
#include <assert.h>
#include <stdlib.h>

struct job {
  int priority, number;
};

static int
compare(const void *a, const void *b)
{
  return ((const struct job *)a)->priority - ((const struct job *)b)->priority;
}

int
main(void)
{
  struct job jobs[] = {{2, 1}, {1, 2}, {2, 3}};

  qsort(jobs, 3, sizeof *jobs, compare);
  assert(jobs[0].number == 2);
  assert(jobs[1].number == 1);
  return 0;
}
