// exit: 2
// stderr: section_not_begun.c:8
// stderr: the end of an atomic section that was not begun
void __VERIFIER_atomic_end(void);
int
main(void)
{
  __VERIFIER_atomic_end();
  return 0;
}
