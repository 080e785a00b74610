/* The property file says where to begin, unless the command line does. */
// run: --rounds 1 --unwind 1 --property-file test/prog/property/harness.prp --sv-comp => bug
// run: --rounds 1 --unwind 1 --property-file test/prog/property/harness.prp --entry main => safe
// expect: false(unreach-call)
// brute: no
void reach_error(void);

void harness(int n);
void
harness(int n)
{
  if (n == 7)
    reach_error();
}

int
main(void)
{
  return 0;
}
