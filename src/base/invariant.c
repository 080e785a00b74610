#include "base/invariant.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void
invariant_broken(const char *file, int line, const char *condition)
{
  fprintf(stderr, "heddle: %s:%d: broken invariant: %s\n", file, line, condition);
  abort();
}
