// args: --rounds
// exit: 1
// stderr: option '--rounds' needs a value
int
main(void)
{
  return 0;
}
