// run: test/diag/command_missing.c
// exit: 1
// stderr: did you mean 'heddle check test/diag/command_missing.c'?
int
main(void)
{
  return 0;
}
