/* A variable of the environment may be missing, and is any text otherwise. */
// run: => bounded
// run: -- -DMISSING => bug
// run: -- -DTEXT => bug
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int
main(void)
{
  const char *home = getenv("HOME"), *path = secure_getenv("PATH");

#ifdef MISSING
  assert(home[0] == 0 || home[0] != 0);
#endif
  assert(!home || home != path);
  assert(!home || strlen(home) < 16);
#ifdef TEXT
  assert(!home || !path || strcmp(home, path) == 0);
#endif
  return 0;
}
