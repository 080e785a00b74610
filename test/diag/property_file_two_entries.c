// args: --property-file test/diag/property/two.prp
// stderr: two.prp:2:12: error: the line before begins in 'main'; a run has one beginning
int
main(void)
{
  return 0;
}
