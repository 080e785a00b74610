// args: --schedule +:+ --rounds 3
// exit: 1
// stderr: '--schedule' has 2 rounds, '--rounds' says 3
int
main(void)
{
  return 0;
}
