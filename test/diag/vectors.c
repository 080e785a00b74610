// exit: 2
// stderr: vectors.c:
// stderr: vectors
typedef int four __attribute__((vector_size(16)));

int __VERIFIER_nondet_int(void);

int
main(void)
{
  int x = __VERIFIER_nondet_int();
  four a = {x, 1, 2, 3};
  four b = a + a;

  return b[0];
}
