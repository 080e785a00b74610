/* A weak variable or function that nobody defines is null. */
// right
// wrong assertion -DVARIABLE
// wrong assertion -DFUNCTION
// wrong memory -DUSED
// wrong memory -DCALLED
#include <assert.h>

__attribute__((weak)) extern int variable;
__attribute__((weak)) extern void function(void);

int
main(void)
{
#ifdef VARIABLE
  assert(&variable);
#endif
#ifdef FUNCTION
  assert(function);
#endif
#ifdef USED
  variable = 1;
#endif
  void (*volatile pointer)(void) = function;
#ifdef CALLED
  pointer();
#endif
  if (pointer)
    pointer();
  if (&variable)
    variable = 1;
}
