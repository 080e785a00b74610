// exit: 2
// stderr: inline_assembly_lock.c:7:3: error: inline assembly is not supported: "lock; addl $$1
int
main(void)
{
  __asm__ volatile("mfence" ::: "memory");
  __asm__ volatile("lock; addl $1,0(%%rsp)" ::: "memory", "cc");
  return 0;
}
