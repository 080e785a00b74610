// A block of any size: those up to 16 bytes are tried, and the verdict says so.
// run: => bounded
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
