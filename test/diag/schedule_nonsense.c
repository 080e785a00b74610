// args: --schedule +:1,x
// exit: 1
// stderr: option '--schedule': '1,x' is neither + nor a list of threads
int
main(void)
{
  return 0;
}
