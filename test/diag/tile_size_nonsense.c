// args: --tile-size 120%
// exit: 1
// stderr: option '--tile-size': '120%' is neither a number of labels nor a percentage
int
main(void)
{
  return 0;
}
