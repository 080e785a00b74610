// exit: 2
// stderr: integers_of_128_bits.c:10
// stderr: 128-bit integers are not supported
unsigned long __VERIFIER_nondet_ulong(void);

int
main(void)
{
  unsigned long x = __VERIFIER_nondet_ulong();
  return (unsigned __int128)x * x > 5;
}
