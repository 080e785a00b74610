/* An uninitialised variable is arbitrary, but it is the same at each reading. */
// verdict: safe
// labels: 1
#include <assert.h>

static void
look(const unsigned char *c)
{
  unsigned char before = *c;

  assert(*c == before);
}

int
main(void)
{
  unsigned char c;

  look(&c);
  return 0;
}
