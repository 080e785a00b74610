// exit: 2
// stderr: middle_of_loop.c
// stderr: a jump into the middle of a loop is not supported
_Bool __VERIFIER_nondet_bool(void);

int
main(void)
{
  int n = 0;

  if (__VERIFIER_nondet_bool())
    goto middle;
  for (;;) {
    n++;
    if (n > 5)
      break;
  middle:
    n += 2;
    if (__VERIFIER_nondet_bool())
      break;
  }
  return n;
}
