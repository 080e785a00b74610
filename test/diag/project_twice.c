// A folder in the database that is relative starts from that of the database.
// run: check -p test/diag/project/several.json
// exit: 0
// stderr: several.json: note: 1 file is compiled several times, with different flags
// stderr: several.json: note: 2 files are not C and left out
#ifdef BAD
#error "not this one"
#endif
int
main(void)
{
  return 0;
}
