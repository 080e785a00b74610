// args: --tile-shift 1
// exit: 1
// stderr: '--tile-shift' needs '--tile-size'
int
main(void)
{
  return 0;
}
