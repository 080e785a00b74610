/* A promise to the compiler that is not kept. */
// run: --rounds 1 --unwind 1 => bug
// expect: __builtin_assume() of something false
unsigned char __VERIFIER_nondet_uchar(void);

int
main(void)
{
  unsigned x = __VERIFIER_nondet_uchar() % 4;

  __builtin_assume(x < 3);
  return (int)x / 3;
}
