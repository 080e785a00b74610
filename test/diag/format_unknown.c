// run: emit @ --format xml
// exit: 1
// stderr: option '--format': unknown format 'xml'; known: dimacs, smt2, sequential, variant
int
main(void)
{
  return 0;
}
