/* errno: a variable of each thread. */
#include "heddle.h"

#include <errno.h>

static _Thread_local int number_of_the_error;

/* errno, a variable of each thread. */
int *
__errno_location(void)
{
  return &number_of_the_error;
}
