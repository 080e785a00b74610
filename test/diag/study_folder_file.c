// run: study @ --tile-sizes 11 -o README.md
// exit: 2
// stderr: 'README.md' is not a folder
int
main(void)
{
  return 0;
}
