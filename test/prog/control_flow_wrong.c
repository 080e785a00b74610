/* A forgotten break. */
// verdict: bug
// expect: price != 15
// labels: 1
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int
main(void)
{
  int price = 0;

  switch (__VERIFIER_nondet_uchar()) {
  case 1:
    price += 10;
    /* fall through */
  case 2:
    price += 5;
    break;
  default:
    price = 1;
  }
  assert(price != 15);
  return 0;
}
