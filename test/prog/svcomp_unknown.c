/* What holds within bounds only is not known. */
// run: --rounds 1 --unwind 2 --property-file test/prog/property/unreach-call.prp --sv-comp => bounded
// expect: unknown
// brute: no
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int
main(void)
{
  unsigned i = 0, n = __VERIFIER_nondet_uint();
  while (i < n)
    i++;
  if (i == 5)
    reach_error();
  return 0;
}
