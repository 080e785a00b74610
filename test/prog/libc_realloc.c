/* realloc keeps what fits of the contents, and the old block if it fails. */
// run: --malloc-may-fail => safe
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <stdlib.h>

int
main(void)
{
  int *numbers = malloc(2 * sizeof *numbers), *more;

  if (!numbers)
    return 0;
  numbers[0] = 3;
  numbers[1] = 4;
  assert(malloc_usable_size(numbers) >= 2 * sizeof *numbers);
  more = realloc(numbers, 4 * sizeof *numbers);
  if (more) {
    numbers = more;
    numbers[3] = 5;
  }
  assert(numbers[0] == 3 && numbers[1] == 4);
  more = reallocarray(numbers, 1, sizeof *numbers);
  if (more)
    numbers = more;
  assert(numbers[0] == 3);
  assert(realloc(numbers, 0) == NULL);
  return 0;
}
