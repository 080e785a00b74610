/* The old block is gone: pointers into it are not valid any more. */
// run: --property memory => bug
// brute: no
#include <stdlib.h>

int
main(void)
{
  int *numbers = malloc(2 * sizeof *numbers), *first = numbers;

  numbers = realloc(numbers, 4 * sizeof *numbers);
  *first = 1;
  free(numbers);
  return 0;
}
