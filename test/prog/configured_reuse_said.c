/* That freed blocks are not handed out again is said where a block is freed and another allocated
 * after that, or at the same time by another thread. */
// args:
// verdict: safe
// expect: (2 rounds, 2 unwindings,
// expect: malloc never fails; freed memory is not handed out again
#include <assert.h>
#include <stdlib.h>

int
main(void)
{
  int *block = malloc(sizeof *block);

  *block = 1;
  free(block);
  block = malloc(sizeof *block);
  *block = 2;
  assert(*block == 2);
  free(block);
  return 0;
}
