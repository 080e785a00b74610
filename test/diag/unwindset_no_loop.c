// args: --unwindset main:4=3
// exit: 1
// stderr: option '--unwindset': main has no loop
int
main(void)
{
  return 0;
}
