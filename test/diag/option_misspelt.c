// args: --round 2
// exit: 1
// stderr: did you mean '--rounds'?
int
main(void)
{
  return 0;
}
