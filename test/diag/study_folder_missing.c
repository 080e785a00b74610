// run: study @ --tile-sizes 11 -o /no/such/folder/study
// exit: 2
// stderr: cannot make folder '/no/such/folder/study': No such file or directory
int
main(void)
{
  return 0;
}
