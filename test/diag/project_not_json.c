// args: -p test/diag/project/not_json.json
// stderr: not_json.json:1:52: error: not JSON: expected ',' or '}'
int
main(void)
{
  return 0;
}
