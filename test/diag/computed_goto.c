// exit: 2
// stderr: computed_goto.c:11
// stderr: computed goto
_Bool __VERIFIER_nondet_bool(void);

int
main(void)
{
  static void *const labels[2] = {&&one, &&two};

  goto *labels[__VERIFIER_nondet_bool()];
one:
  return 1;
two:
  return 2;
}
