// exit: 2
// stderr: integers_of_128_bits.c:11
// stderr: a conversion between 128-bit integers and floating point is not supported
unsigned long __VERIFIER_nondet_ulong(void);

int
main(void)
{
  unsigned long x = __VERIFIER_nondet_ulong();
  unsigned __int128 square = (unsigned __int128)x * x;
  return (double)square > 5;
}
