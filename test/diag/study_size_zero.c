// run: study @ --tile-sizes 11,0
// exit: 1
// stderr: option '--tile-sizes': '0' is not a number of labels
int
main(void)
{
  return 0;
}
