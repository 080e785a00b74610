/* NULL is 0, no object has its address, and pointers survive a round trip through integers. */
// verdict: safe
// labels: 1
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static int global;

int
main(void)
{
  int local = 3;
  int *heap = malloc(sizeof *heap);
  int *nothing = NULL;

  assert(&global != NULL && &local != NULL && heap != NULL);
  assert(&global != &local && &local != heap);
  assert((uintptr_t)nothing == 0);
  assert(*(int *)(uintptr_t)&local == 3);
  assert(((uintptr_t)heap & 3) == 0);
  free(heap);
  free(nothing);
  return 0;
}
