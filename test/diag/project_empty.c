// run: check -p test/diag/project/empty.json
// stderr: empty.json: error: there is no C file in it
int
main(void)
{
  return 0;
}
