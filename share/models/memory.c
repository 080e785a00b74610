/* The heap. Allocation never fails; what malloc returns holds arbitrary values. */
#include "heddle.h"

#include <stdlib.h>

void *
malloc(size_t size)
{
  return __heddle_malloc(size, 0);
}

void *
calloc(size_t count, size_t size)
{
  if (size != 0 && count > (size_t)-1 / size)
    return NULL;
  return __heddle_malloc(count * size, 1);
}

void
free(void *block)
{
  if (block)
    __heddle_free(block);
}
