/* Random numbers are arbitrary in their range. */
// run: => safe
// run: -- -DWRONG=rand() => bug
// run: -- -DWRONG=random() => bug
// run: -- -DWRONG=rand_r(&seed) => bug
// run: -- -DWRONG=lrand48() => bug
// run: -- -DWRONG=mrand48() => bug
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int
main(void)
{
  unsigned seed = 1;

  srand(1);
  srandom(1);
  srand48(1);
  assert(rand() >= 0 && rand() <= RAND_MAX);
  assert(random() >= 0 && random() <= 0x7fffffff);
  assert(rand_r(&seed) >= 0 && lrand48() >= 0 && lrand48() <= 0x7fffffff);
  assert(mrand48() >= -0x80000000l && mrand48() <= 0x7fffffff);
#ifdef WRONG
  assert((WRONG) != 42);
#endif
  return 0;
}
