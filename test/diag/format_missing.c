// run: emit @
// exit: 1
// stderr: say what to write: --format dimacs, smt2, sequential or variant
int
main(void)
{
  return 0;
}
