// exit: 2
// stderr: no function 'main' in test/diag/no_main.c; --entry names another one to begin with
int
helper(void)
{
  return 0;
}
