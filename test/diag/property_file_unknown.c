// args: --property-file test/diag/property/unknown.prp --sv-comp
// stderr: unknown.prp:3:26: error: the property 'F end' is not known
int
main(void)
{
  return 0;
}
