// run: check @ --rounds 2 --journal @
// exit: 2
// stderr: heddle: the journal '
// stderr: journal_exists.c' exists: take it up with --resume, or remove it
int
main(void)
{
  return 0;
}
