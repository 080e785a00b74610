// args: --unwind many
// exit: 1
// stderr: option '--unwind': 'many' is not a number
int
main(void)
{
  return 0;
}
