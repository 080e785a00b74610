// exit: 2
// stderr: inline_assembly_lock.c:10:3: error: inline assembly is not supported: "lock; movl $$1, $0" (a lock that the processor does not have)
int
main(void)
{
  int x = 0;

  __asm__ volatile("mfence" ::: "memory");
  __asm__ volatile("lock; addl $1,%0" : "+m"(x) : : "memory", "cc");
  __asm__ volatile("lock; movl $1, %0" : "+m"(x) : : "memory", "cc");
  return x;
}
