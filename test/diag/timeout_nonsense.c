// The message has the name that was used.
// args: --timeout soon
// exit: 1
// stderr: option '--timeout': 'soon' is not a duration
int
main(void)
{
  return 0;
}
