// args: --unwindset main:x
// exit: 1
// stderr: is not of the form function:line=N
int
main(void)
{
  return 0;
}
