#include "base/mutant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum mutant
find(const char *wanted)
{
  static const char *const names[] = {
#define X(name, text) #name,
    MUTANTS(X)
#undef X
  };
  if (!wanted || !*wanted)
    return MUTANT_NONE;
  for (int i = 0; i < MUTANT_NONE; i++)
    if (!strcmp(names[i], wanted))
      return (enum mutant)i;
  fprintf(stderr, "no such mutation: %s\n", wanted);
  abort();
}

/* The environment does not change, but is slow to read: gates ask for every bit. Hence the one
 * variable that lives on. It is written in test programs only. */
bool
mutant_is(enum mutant mutant)
{
  static bool known;
  static enum mutant chosen;
  if (!known)
    chosen = find(getenv("HEDDLE_MUTANT"));
  known = true;
  return chosen == mutant;
}
