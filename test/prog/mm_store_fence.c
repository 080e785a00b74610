// Under partial store order the flag may be seen before the message, unless stores are ordered.
// run: --memory-model pso -- -DORDER= => bug
// run: --memory-model pso -- -DORDER=_mm_sfence() => bounded
// run: --memory-model pso -- -DORDER=ASSEMBLY => bounded
// run: --memory-model pso -- -DORDER=RELEASE => bounded
// run: --memory-model pso -- -DORDER=SIGNAL => bug
// run: --memory-model tso -- -DORDER= => bounded
// replay: no, a machine does not do it on demand
// brute: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <xmmintrin.h>

#define ASSEMBLY __asm__ volatile("sfence" ::: "memory")
#define RELEASE atomic_thread_fence(memory_order_release)
#define SIGNAL atomic_signal_fence(memory_order_seq_cst)

static int message;
static volatile int flag;

static void *
writer(void *unused)
{
  message = 1;
  ORDER;
  flag = 1;
  return unused;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, writer, NULL);
  while (!flag)
    ;
  assert(message == 1);
  return 0;
}
