// args: --tiling test/diag/tiling/thread --instance tiles
// exit: 2
// stderr: test/diag/tiling/thread:3:1: error: no such thread: 3
int
main(void)
{
  return 0;
}
