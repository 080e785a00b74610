// exit: 2
// stderr: section_two_ways.c
// stderr: atomic section that not all paths to it entered at the same point
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, y, z;

int
main(void)
{
  if (__VERIFIER_nondet_bool()) {
    __VERIFIER_atomic_begin();
    x++;
  } else {
    __VERIFIER_atomic_begin();
    y++;
  }
  z++;
  __VERIFIER_atomic_end();
  return 0;
}
