// run: study @ --tile-sizes 11 -o test/diag/study/other
// exit: 2
// stderr: 'test/diag/study/other/instances.csv' is of another program, or of other bounds
int
main(void)
{
  return 0;
}
