// exit: 2
// stderr: ends inside an atomic section
void __VERIFIER_atomic_begin(void);
int
main(void)
{
  __VERIFIER_atomic_begin();
  return 0;
}
