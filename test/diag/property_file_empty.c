// args: --property-file test/diag/property/empty.prp
// stderr: empty.prp:2:1: error: there is no property in it
int
main(void)
{
  return 0;
}
