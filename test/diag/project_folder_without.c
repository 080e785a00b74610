// args: -p test/diag
// stderr: cannot read 'test/diag/compile_commands.json': No such file or directory
int
main(void)
{
  return 0;
}
