// The message stands at the call in the program, not in the model.
// exit: 2
// stderr: malloc_size_arbitrary.c:11
// stderr: malloc of a size that is not constant
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

int
main(void)
{
  char *p = malloc(__VERIFIER_nondet_uchar());

  return p == NULL;
}
