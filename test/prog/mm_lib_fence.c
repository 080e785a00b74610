// Full fences, as functions and as assembly.
// run: --memory-model tso --rounds 3 --property assert => bounded
// run: --memory-model tso --rounds 3 --property assert -- -DNOTHING => bug
// replay: no, a machine does not do it on demand
// brute: 2
#include "mm_lib.h"
#include <emmintrin.h>
#include <stdatomic.h>

static void
operation(int own, int which)
{
  (void)own;
  switch (which) {
  case 0:
    atomic_thread_fence(memory_order_seq_cst);
    break;
  case 1:
    __sync_synchronize();
    break;
  case 2:
    _mm_mfence();
    break;
  case 3:
    __asm__ volatile("mfence" ::: "memory");
    break;
  case 4:
    __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
    break;
  default:
    __asm__ volatile("nop\n\tlock orl $0x0, -4(%%rsp)" ::: "memory", "cc");
  }
}

int
main(void)
{
  store_buffering();
  return 0;
}
