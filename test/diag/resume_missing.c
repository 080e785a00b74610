// args: --rounds 2 --resume test/diag/no-such-journal
// exit: 2
// stderr: cannot open the journal 'test/diag/no-such-journal': No such file or directory
int
main(void)
{
  return 0;
}
