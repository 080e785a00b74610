/* Likewise, and the assertion fails. */
// verdict: bug
#include <assert.h>

static int changed;

inline void
change(void)
{
  changed = 1;
}

int
main(void)
{
  change();
  assert(!changed);
}
