// args: -p test/diag/project/no_array.json
// stderr: no_array.json:1:1: error: expected an array of compile commands
int
main(void)
{
  return 0;
}
