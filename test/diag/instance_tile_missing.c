// args: --tile-size 2 --instance tiles/0:0
// exit: 1
// stderr: thread 0 has no tile 0; it has 0 tiles
int
main(void)
{
  return 0;
}
