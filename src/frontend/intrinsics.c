#include "frontend/intrinsics.h"

#include <stddef.h>
#include <string.h>

bool
intrinsic_is(const char *name)
{
#define NAME(name, word) #name,
  static const char *const names[] = {INTRINSICS(NAME)};
#undef NAME
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}
