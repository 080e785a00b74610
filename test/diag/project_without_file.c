// args: -p test/diag/project/empty.json
// stderr: heddle: error: 'test/diag/project_without_file.c' is not in test/diag/project/empty.json
int
main(void)
{
  return 0;
}
