// args: --tile-size 2 --instance 0:0
// exit: 1
// stderr: is no instance: it does not begin with 'tiles'
int
main(void)
{
  return 0;
}
