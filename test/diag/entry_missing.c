// args: --entry somewhere_else
// stderr: no function 'somewhere_else' in test/diag/entry_missing.c; clang leaves out a static one that nobody calls
int
main(void)
{
  return 0;
}
