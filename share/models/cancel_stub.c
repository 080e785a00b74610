/* Nobody is ever cancelled. */
#include "heddle.h"

#include "cancel.h"

_Bool
__heddle_cancelled(void)
{
  return 0;
}

void
__heddle_cancellation_point(void)
{
}
