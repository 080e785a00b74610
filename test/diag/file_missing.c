// args: no_such_file.c
// exit: 2
// stderr: no_such_file.c
int
main(void)
{
  return 0;
}
