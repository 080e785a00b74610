/* The third argument of main is an array that ends with NULL, and environ the same one: texts NAME=VALUE, which only the
 * user knows. */
// run: --unwind 3 => bounded
// run: --unwind 3 -- -DVALUE => bug
// run: --unwind 3 -- -DBEHIND => bug
// expect: assertion failed: strcmp(environment[0], "A=1")
// brute: no
#define _GNU_SOURCE 1
#include <assert.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

int
main(int argc, char **argv, char **environment)
{
  int n = 0;

  (void)argc;
  (void)argv;
  while (environment[n])
    n++;
  assert(environment == environ);
  for (int i = 0; i < n; i++)
    assert(strchr(environment[i], '='));
#ifdef VALUE
  if (n)
    assert(strcmp(environment[0], "A=1"));
#endif
#ifdef BEHIND
  if (n == 2)
    return environment[3] != NULL;
#endif
  return 0;
}
