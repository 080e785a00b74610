// What was called lock is called thread.
// args: --property locks
// exit: 1
// stderr: known: assert, deadlock, race, memory, thread, overflow, leak
int
main(void)
{
  return 0;
}
