/* A store at an arbitrary index changes that element and no other. */
// verdict: safe
// labels: 1
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int
main(void)
{
  short matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
  unsigned char i = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar();
  int sum = 0;

  __VERIFIER_assume(i < 2 && j < 3);
  matrix[i][j] = 0;
  for (int k = 0; k < 2; k++)
    for (int l = 0; l < 3; l++)
      sum += matrix[k][l];
  assert(sum == 21 - (3 * i + j + 1));
  return 0;
}
