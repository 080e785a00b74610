/* Arbitrary results, for models of functions whose result comes from outside the program. */
#include "arbitrary.h"

#include "heddle.h"

#include <errno.h>
#include <limits.h>

/* Numbers of errors are 1 to 127. */
_Bool
__heddle_fails(void)
{
  if (!__heddle_nondet(1))
    return 0;
  int number = (int)__heddle_nondet(7);

  errno = number ? number : EIO;
  return 1;
}

size_t
__heddle_up_to(size_t most)
{
  size_t number = __heddle_nondet(CHAR_BIT * sizeof(size_t));

  __heddle_assume(number <= most);
  return number;
}

/* The loop counts to what is usually constant. */
void
__heddle_fill(void *to, size_t most, size_t length)
{
  unsigned char *bytes = to;

  for (size_t i = 0; i < most; i++)
    if (i < length)
      bytes[i] = (unsigned char)__heddle_nondet(CHAR_BIT);
}
