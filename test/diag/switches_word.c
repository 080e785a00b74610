// args: --context-switches some
// exit: 1
// stderr: option '--context-switches': 'some' is not a number
int
main(void)
{
  return 0;
}
