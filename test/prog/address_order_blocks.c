/* Which of two blocks lies below the other is nobody's choice; nor is it with variables. */
// run: --malloc-may-fail => bug
// run: --malloc-may-fail -- -DVARIABLES => bug
// run: --malloc-may-fail -- -DNARROW => bug
// run: -- -DVARIABLES -m32 -DSIGN => bug
// brute: no
// replay: no, a process cannot be told where to have its objects
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int first, second;

int
main(void)
{
#ifdef VARIABLES
  int *a = &first, *b = &second;
#else
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
#endif
  uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

  if (!a || !b)
    return 0;
#if defined SIGN
  assert((int)x > 0 || (int)y > 0);
#elif defined NARROW
  assert((uint16_t)x != (uint16_t)y);
#else
  assert(a < b);
#endif
  return 0;
}
