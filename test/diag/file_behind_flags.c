// run: check -- @
// exit: 1
// stderr: no input file; files stand before '--'
int
main(void)
{
  return 0;
}
