// A block of any size that a byte can hold: small ones are tried first, and then all of them.
// run: => safe
// run: -- -DBEHIND => bug
// expect: behind malloc
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

int
main(void)
{
  unsigned char size = __VERIFIER_nondet_uchar();
  char *p = malloc(size);

#ifdef BEHIND
  p[size] = 1;
#endif
  free(p);
  return 0;
}
