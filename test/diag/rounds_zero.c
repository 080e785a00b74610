// args: --rounds 0
// exit: 1
// stderr: option '--rounds': '0' is not a number
int
main(void)
{
  return 0;
}
