// run: instances @ --tiles 2
// exit: 1
// stderr: say how labels are to be tiled: --tile-size or --tiling
int
main(void)
{
  return 0;
}
