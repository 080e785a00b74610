// args: --time soon
// exit: 1
// stderr: option '--time': 'soon' is not a duration
int
main(void)
{
  return 0;
}
