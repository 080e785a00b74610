/* A negative length passes a signed check and is huge as an unsigned number. */
// verdict: bug
// expect: size < 16
// labels: 1
#include <assert.h>
#include <stddef.h>

char __VERIFIER_nondet_char(void);

int
main(void)
{
  int length = __VERIFIER_nondet_char();
  size_t size = 0;

  if (length < 16)
    size = (size_t)length;
  assert(size < 16);
  return 0;
}
