// run: study @
// exit: 1
// stderr: say how large the tiles are: --tile-sizes 11,14,20
int
main(void)
{
  return 0;
}
