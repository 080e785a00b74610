// run: study @ --tile-sizes 11 -o test/diag/study/none
// exit: 2
// stderr: 'test/diag/study/none/instances.csv' is not the table of a study
int
main(void)
{
  return 0;
}
