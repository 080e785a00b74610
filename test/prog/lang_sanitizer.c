/* Checks that the user has asked the compiler for. */
// run: --rounds 1 --unwind 1 -- -fsanitize=undefined -fsanitize-trap=undefined -DSHIFT=3 => safe
// run: --rounds 1 --unwind 1 --property overflow -- -fsanitize=undefined -fsanitize-trap=undefined => bug
// expect: a shift by too much
#ifndef SHIFT
#define SHIFT 40
#endif

unsigned char __VERIFIER_nondet_uchar(void);

int
main(void)
{
  int x = __VERIFIER_nondet_uchar() % 4;

  return (x << (x == 2 ? SHIFT : 1)) > 24;
}
