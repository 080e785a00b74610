// args: --instance tiles/0:0
// exit: 1
// stderr: '--instance' needs '--tile-size' or '--tiling'
int
main(void)
{
  return 0;
}
