/* Random numbers: any number. */
#include "heddle.h"

#include <stdlib.h>

_Static_assert(RAND_MAX == 0x7fffffff, "rand has 31 bits");

int
rand(void)
{
  return (int)__heddle_nondet(31);
}

void
srand(unsigned seed)
{
  (void)seed;
}
