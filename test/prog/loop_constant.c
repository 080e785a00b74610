/* A loop with a constant number of turns needs no bound. */
// args: --rounds 1 --unwind 1
// verdict: safe
// labels: 1
#include <assert.h>

int
main(void)
{
  int sum = 0;

  for (int i = 0; i < 10; i++)
    for (int j = 0; j < i; j++)
      sum += j;
  assert(sum == 120);
  return 0;
}
