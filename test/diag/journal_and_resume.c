// args: --rounds 2 --journal old --resume old
// exit: 1
// stderr: '--resume' goes on with the journal it names; '--journal' would begin another
int
main(void)
{
  return 0;
}
