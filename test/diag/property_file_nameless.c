// args: --property-file test/diag/property/nameless.prp
// stderr: nameless.prp:1:12: error: expected the name of a function
int
main(void)
{
  return 0;
}
