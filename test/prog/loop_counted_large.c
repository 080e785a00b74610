/* A loop that counts to a large constant. --unwind lowers it, and so does a rule for it alone; the verdict says
 * so. Without --unwind it is run in full, since nobody else notices anything of it. */
// run: --rounds 1 --unwind 9 => bounded
// run: --rounds 1 --unwindset main:21=4 => bounded
// run: --rounds 1 --unwind 699 => bounded
// run: --rounds 1 --unwind 700 => bug
// run: --rounds 1 => bug
// run: --time 10m => bug
// expect: sum != 244650
// labels: 2
#include <assert.h>

static int sum;

int
main(void)
{
  int i = 0;

  assert(sum == 0);
  while (i < 700)
    sum += i++;
  assert(sum != 244650);
  return 0;
}
