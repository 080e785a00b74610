// exit: 2
// stderr: inline_assembly_shared.c:10:3: error: inline assembly is not supported: "movl $$7, $0; addl $1, $0" (an output is written before all inputs are read, without "=&")
/* The compiler may put both operands into one register. */
int
main(void)
{
  int x, y = 1;

  __asm__("movl $8, %0; addl %1, %0" : "=&r"(x) : "r"(y));
  __asm__("movl $7, %0; addl %1, %0" : "=r"(x) : "r"(y));
  return x;
}
