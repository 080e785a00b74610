// args: --tile-size 2 --tiling x
// exit: 1
// stderr: '--tile-size' and '--tiling' exclude each other
int
main(void)
{
  return 0;
}
