/* The same with a wrong claim at the end: found with any bound. */
// args: --rounds 1 --unwind 1
// verdict: bug
// expect: sum != 120
// labels: 1
#include <assert.h>

int
main(void)
{
  int sum = 0, i = 0;

  while (i < 10) {
    int j = 0;

    do
      sum += j;
    while (++j < i);
    i++;
  }
  assert(sum != 120);
  return 0;
}
