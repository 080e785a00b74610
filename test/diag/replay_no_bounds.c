// run: replay test/diag/replay/no_bounds.json
// exit: 2
// stderr: the trace has no bounds

int
main(void)
{
  return 0;
}
