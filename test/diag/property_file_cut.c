// args: --property-file test/diag/property/cut.prp
// stderr: cut.prp:2:1: error: expected ')' of CHECK( init(FUNCTION()), LTL(FORMULA) )
int
main(void)
{
  return 0;
}
