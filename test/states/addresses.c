/* Whatever depends on where objects lie is not decided; but equality of what is certain is. */
// right
// open the program looks at where objects lie -DBEHIND
// open the program looks at where objects lie -DLESS
// open the program looks at where objects lie -DNUMBER
// open the program looks at where objects lie -DFREED
// wrong memory -DUSED
// wrong memory -DTWICE
// wrong memory -DOUTSIDE
// wrong memory -DNULL_POINTER
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int left[2], right[2];

static int *
at(int *array, int index)
{
  return array + index;
}

int
main(void)
{
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b), *none = NULL;
  *a = 1;
  *b = 2;
  assert(a != b && a && at(left, 1) != at(right, 0) && at(left, 2) - at(left, 1) == 1);
  assert(((uintptr_t)a & 3) == 0 && *(int *)(((uintptr_t)a | 1) & ~(uintptr_t)1) == 1);
#ifdef BEHIND
  assert(at(left, 2) != at(right, 0));
#endif
#ifdef LESS
  assert(a < b);
#endif
#ifdef NUMBER
  assert((uintptr_t)a % 1000 != 7);
#endif
  free(a);
#ifdef FREED
  int *c = malloc(sizeof *c);
  assert(c != a);
#endif
#ifdef USED
  *a = 3;
#endif
#ifdef TWICE
  free(a);
#endif
#ifdef OUTSIDE
  *at(left, 2) = 1;
#endif
#ifdef NULL_POINTER
  *none = 1;
#endif
  free(b);
  return none != NULL;
}
