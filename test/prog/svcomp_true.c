// run: --rounds 1 --unwind 1 --property-file test/prog/property/unreach-call.prp --sv-comp --stats => safe
// expect: true
void reach_error(void);
int __VERIFIER_nondet_int(void);

int
main(void)
{
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x < 0)
    reach_error();
  return 0;
}
