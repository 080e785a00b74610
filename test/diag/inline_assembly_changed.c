// exit: 2
// stderr: inline_assembly_changed.c:9:3: error: inline assembly is not supported: "cpuid" (a register is changed that is neither output nor clobbered)
int
main(void)
{
  int a = 0, b, d;

  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=d"(d) : : "ecx");
  __asm__ volatile("cpuid" : "+a"(a), "=d"(d) : : "ecx");
  return a + b + d;
}
