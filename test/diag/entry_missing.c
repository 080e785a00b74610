// args: --entry somewhere_else
// stderr: no function 'somewhere_else' in test/diag/entry_missing.c
int
main(void)
{
  return 0;
}
