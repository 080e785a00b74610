// args: --tiling test/diag/none --instance tiles
// exit: 2
// stderr: test/diag/none
int
main(void)
{
  return 0;
}
