// args: --unwindset mian=3
// exit: 1
// stderr: option '--unwindset': there is no function 'mian'
int
main(void)
{
  return 0;
}
