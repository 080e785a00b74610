// exit: 2
// stderr: inline_assembly.c:9:3: error: inline assembly is not supported
static int x;

int
main(void)
{
  x = 1;
  __asm__ volatile("lock; incl %0" : "+m"(x));
  return x;
}
