// exit: 2
// stderr: inline_assembly_result.c:8:3: error: inline assembly is not supported
int
main(void)
{
  int x = 1;

  __asm__("" : "+r"(x));
  return x;
}
