/* A pointer from an unknown function is any address: to follow it is an error, to compare it is not. */
// run: --rounds 1 --unwind 1 --havoc-unknown => bug
// run: --rounds 1 --unwind 1 --havoc-unknown -- -DRIGHT => bounded
// expect: invalid memory access
// expect: assumed: function 'find_name' has no model
// brute: no
#include <stddef.h>

const char *find_name(void);

int
main(void)
{
  const char *name = find_name();
#ifdef RIGHT
  return name == NULL;
#else
  return *name;
#endif
}
