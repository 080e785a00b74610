// args: --tile-size 2 --instance tiles/1:0
// exit: 1
// stderr: there is no thread 1
int
main(void)
{
  return 0;
}
