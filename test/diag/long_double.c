// Floating point has 32 or 64 bits.
// exit: 2
// stderr: long_double.c:10:
// stderr: error: long double is not supported
int __VERIFIER_nondet_int(void);

int
main(void)
{
  long double half = __VERIFIER_nondet_int() * 0.5L;
  return half > 1;
}
