// Store buffering, with what a processor has against it, and what helps nothing.
// run: --rounds 3 --unwind 2 --memory-model tso => bug
// run: --rounds 3 --unwind 2 --memory-model tso -- -DMFENCE => bounded
// run: --rounds 3 --unwind 2 --memory-model tso -- -DSTACK => bounded
// run: --rounds 3 --unwind 2 --memory-model tso -- -DCPUID => bounded
// run: --rounds 3 --unwind 2 --memory-model tso -- -DXCHG => safe
// run: --rounds 3 --unwind 2 --memory-model tso -- -DNEG => bounded
// run: --rounds 3 --unwind 2 --memory-model tso -- -DLFENCE => bug
// run: --rounds 3 --unwind 2 => safe
// replay: no, a machine does not do it on demand
// brute: 2
#include <assert.h>
#include <pthread.h>

#if defined MFENCE
#define BETWEEN __asm__ volatile("mfence" : : : "memory")
#elif defined STACK
#define BETWEEN __asm__ volatile("lock; addl $0,-4(%%rsp)" : : : "memory", "cc")
#elif defined CPUID
#define BETWEEN                                                                                    \
  {                                                                                                \
    int level = 0;                                                                                 \
    __asm__ volatile("cpuid" : "+a"(level) : : "ebx", "ecx", "edx", "memory");                     \
  }
#elif defined NEG
#define BETWEEN                                                                                    \
  {                                                                                                \
    int mine = 1;                                                                                  \
    __asm__ volatile("lock; negl %0" : "+m"(mine) : : "memory", "cc");                             \
    assert(mine == -1);                                                                            \
  }
#elif defined LFENCE
#define BETWEEN __asm__ volatile("lfence; sfence" : : : "memory")
#else
#define BETWEEN __asm__ volatile("" : : : "memory")
#endif

static int x, y, seen_x, seen_y;

static void
store(int *to)
{
#ifdef XCHG
  int one = 1;
  __asm__ volatile("xchg %0, %1" : "+r"(one), "+m"(*to) : : "memory");
#else
  __asm__ volatile("movl $1, %0" : "=m"(*to) : : "memory");
#endif
}

static int
load(int *from)
{
  int value;
  __asm__ volatile("movl (%1), %0" : "=r"(value) : "r"(from) : "memory");
  return value;
}

static void *
other(void *unused)
{
  store(&y);
  BETWEEN;
  seen_x = load(&x);
  return unused;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, other, NULL);
  store(&x);
  BETWEEN;
  seen_y = load(&y);
  pthread_join(thread, NULL);
  assert(seen_x || seen_y);
  return 0;
}
