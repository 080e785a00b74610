// exit: 2
// stderr: floating_point.c:9
// stderr: floating-point arithmetic on a value that is not constant
int __VERIFIER_nondet_int(void);

int
main(void)
{
  double half = __VERIFIER_nondet_int() * 0.5;
  return half > 1.0;
}
