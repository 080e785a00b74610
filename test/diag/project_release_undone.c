// run: check test/diag/project_release.c -p test/diag/project/release.json -- -UNDEBUG
// exit: 10
int
main(void)
{
  return 0;
}
