/* The table is one entry too short for the third state. */
// run: --rounds 1 --unwind 1 => bug
// expect: not a label
unsigned char __VERIFIER_nondet_uchar(void);

int
main(void)
{
  void *labels[3] = {&&one, &&two, 0};
  int state = __VERIFIER_nondet_uchar();

  if (state > 2)
    return 0;
  goto *labels[state];
one:
  return 1;
two:
  return 2;
}
