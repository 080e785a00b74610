// args: -p test/diag/project/entries.json
// stderr: entries.json:2:3: error: expected a compile command, which is an object
// stderr: entries.json:3:3: error: this compile command has no 'file'
// stderr: entries.json:4:3: error: this compile command has no 'directory'
// stderr: entries.json:5:3: error: this compile command has neither 'arguments' nor a 'command'
// stderr: entries.json:6:3: error: this compile command has neither 'arguments' nor a 'command'
int
main(void)
{
  return 0;
}
