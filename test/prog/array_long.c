// One element behind the end of an array with more elements than are looked at one by one.
// run: -- -DLAST=20 => bug
// run: -- -DLAST=19 => safe
// brute: no
// expect: access through an invalid pointer
unsigned __VERIFIER_nondet_uint(void);

int array[20];

int
main(void)
{
  unsigned i = __VERIFIER_nondet_uint();
  if (i <= LAST)
    array[i] = 1;
  return 0;
}
