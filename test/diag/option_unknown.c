// args: --frobnicate
// exit: 1
// stderr: unknown option '--frobnicate'
int
main(void)
{
  return 0;
}
