// exit: 2
// stderr: inline_assembly.c:9:3: error: inline assembly is not supported: "rep; movsb" (the text is not understood)
static char from[4], to[4];

int
main(void)
{
  unsigned long n = sizeof to; char *x = to; const char *y = from;
  __asm__ volatile("rep; movsb" : "+D"(x), "+S"(y), "+c"(n) : : "memory");
  return to[0];
}
