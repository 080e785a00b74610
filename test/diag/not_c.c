// run: check README.md
// stderr: 'README.md' is not C: its name ends neither in .c nor in .i
int
main(void)
{
  return 0;
}
