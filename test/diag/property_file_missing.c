// args: --property-file test/diag/property/nowhere.prp
// stderr: cannot read 'test/diag/property/nowhere.prp': No such file or directory
int
main(void)
{
  return 0;
}
