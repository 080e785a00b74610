// run: instances @ --tile-size 2
// exit: 1
// stderr: say how many tiles are to be selected: --tiles
int
main(void)
{
  return 0;
}
