// args: --unwindset main:7=3
// exit: 1
// stderr: option '--unwindset': no loop of main begins at line 7; its loops begin at 8, 10
int
main(int argc, char **argv)
{
  int n = argc;
  while (n > 10)
    n--;
  for (; n > 5; n--)
    (void)argv;
  return 0;
}
