/* main is checked as if called without arguments; what it would do with others is not covered, and said so.
 * Parameters that are not used do not matter. */
// run: => bounded
// run: -- -DREACHED => bug
// run: -- -DUNUSED => safe
// expect: argc != 1
// labels: 2
#include <assert.h>
#include <stddef.h>

int
main(int argc, char **argv)
{
#ifndef UNUSED
  if (argc < 1)
    return 1;
  assert(argv[0] != NULL && argv[argc] == NULL && argv[0][0] != 0);
#endif
#ifdef REACHED
  assert(argc != 1);
#endif
  return 0;
}
