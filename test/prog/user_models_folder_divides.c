/* So is a division there: that it is not by zero is assumed, and said. */
// also: share/models/mailbox.c
// verdict: bounded
// brute: no
// expect: assumed: no division by zero
extern int __VERIFIER_nondet_int(void);
int quotient(int by);

int
main(void)
{
  return quotient(__VERIFIER_nondet_int()) > 12;
}
