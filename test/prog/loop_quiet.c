/* An endless loop that nobody notices is cut early if inputs have a part in it. */
// args: --unwind 2
// verdict: bounded
// labels: 2
// brute: no
_Bool __VERIFIER_nondet_bool(void);

int
main(void)
{
  unsigned long v = 0;
  for (;;) {
    if (__VERIFIER_nondet_bool())
      v += 256;
    else
      v += 1;
  }
}
