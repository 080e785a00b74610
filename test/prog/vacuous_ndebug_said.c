// That NDEBUG has removed the assertions is said.
// verdict: safe
// expect: note: NDEBUG is defined, so that assert() looks at nothing; there is no other assertion
#define NDEBUG
#include <assert.h>

int
main(void)
{
  assert(0);
  return 0;
}
