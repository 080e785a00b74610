// args: -p test/diag/project/nowhere
// stderr: cannot read 'test/diag/project/nowhere': No such file or directory
int
main(void)
{
  return 0;
}
