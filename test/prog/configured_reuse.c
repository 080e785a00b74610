/* A pointer that is kept is compared with a block that is allocated after the free: with the option, and without it,
 * since the program looks. */
// run: --reuse-memory => bug
// run: => bug
// expect: assertion failed
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int
main(void)
{
  int *first = malloc(sizeof *first);
  uintptr_t kept = (uintptr_t)first;
  free(first);
  int *second = malloc(sizeof *second);
  assert((uintptr_t)second != kept);
  free(second);
}
