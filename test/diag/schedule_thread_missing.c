// args: --schedule +:3
// exit: 1
// stderr: there is no thread 3
int
main(void)
{
  return 0;
}
