// Flags behind -- go to clang.
// args: -- -DWRONG
// exit: 2
// stderr: error: this is wrong
#ifdef WRONG
#error this is wrong
#endif

int
main(void)
{
  return 0;
}
