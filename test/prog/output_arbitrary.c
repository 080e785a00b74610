/* ... but otherwise arbitrary, as are rand and time. */
// verdict: bug
// brute: no
// expect: printf("warp") != 4
// labels: 1
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int
main(void)
{
  time_t now;

  srand((unsigned)time(&now));
  assert(rand() >= 0);
  assert(printf("warp") != 4);
  return 0;
}
