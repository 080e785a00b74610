// A block that is handed out again by calloc is all zeros, one by malloc is not.
// run: --reuse-memory -- -DMALLOC => bug
// run: --reuse-memory => safe
// expect: assertion failed
#include <assert.h>
#include <stdlib.h>

int
main(void)
{
  int *first = calloc(3, sizeof *first), *second;

  first[1] = 5;
  free(first);
#ifdef MALLOC
  second = malloc(3 * sizeof *second);
#else
  second = calloc(3, sizeof *second);
#endif
  assert(second != first || second[1] == 0);
  free(second);
  return 0;
}
