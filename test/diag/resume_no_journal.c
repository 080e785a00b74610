// run: check @ --rounds 2 --resume @
// exit: 2
// stderr: resume_no_journal.c' is not a journal of heddle
int
main(void)
{
  return 0;
}
