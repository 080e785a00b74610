// A block is used, or freed once more, after it was freed.
// run: => bug
// run: -- -DTWICE => bug
// run: --malloc-may-fail -- -DRIGHT => safe
// expect: use after free
#include <stdlib.h>

int
main(void)
{
  int *block = calloc(1, sizeof *block);
  if (!block)
    return 0;
#ifndef RIGHT
  free(block);
#endif
#ifdef TWICE
  free(block);
#else
  *block = 1;
#endif
  return 0;
}
