// args: --json /no/such/folder/out.json
// exit: 2
// stderr: cannot write '/no/such/folder/out.json'
int
main(void)
{
  return 0;
}
