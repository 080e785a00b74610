// A folder in the database that is relative starts from that of the database.
// run: check -p test/diag/project/several.json
// exit: 0
// stderr: several.json:2:3: note: test/diag/project_twice.c is compiled more than once
// stderr: several.json: note: 2 files are not C and left out
#ifdef BAD
#error "not this one"
#endif
int
main(void)
{
  return 0;
}
