/* A static variable that only an inline body changes is the one that the file reads. */
// verdict: safe
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
  assert(changed);
}
