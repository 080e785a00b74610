// exit: 2
// stderr: array_size_arbitrary.c:
// stderr: an array whose size is not constant
unsigned char __VERIFIER_nondet_uchar(void);

int
main(void)
{
  int n = __VERIFIER_nondet_uchar() + 1;
  int numbers[n];

  numbers[0] = 1;
  return numbers[0];
}
