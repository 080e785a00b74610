// args: --entry harnes
// stderr: no function 'harnes' in test/diag/entry_misspelt.c; did you mean 'harness'?
void harness(void);
void
harness(void)
{
}
