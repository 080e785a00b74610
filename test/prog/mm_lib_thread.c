// Creating and joining threads are barriers, and what a thread has done that is joined is seen.
// run: --memory-model tso --rounds 3 --property assert -- -DCREATE => bounded
// run: --memory-model pso --rounds 3 --property assert -- -DJOIN => bounded
// run: --memory-model tso --rounds 3 --property assert => bug
// replay: no, a machine does not do it on demand
// brute: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int x, y, z, b;

static void *
other(void *unused)
{
  y = 1;
  atomic_thread_fence(memory_order_seq_cst);
  b = x;
  z = 1;
  return unused;
}

static void *
idle(void *unused)
{
  return unused;
}

int
main(void)
{
  pthread_t one, two;
  int a;

  pthread_create(&one, NULL, other, NULL);
#ifdef JOIN
  pthread_create(&two, NULL, idle, NULL);
#endif
  x = 1;
#ifdef JOIN
  pthread_join(two, NULL);
#endif
#ifdef CREATE
  pthread_create(&two, NULL, idle, NULL);
#endif
  a = y;
  pthread_join(one, NULL);
  assert(z == 1);
  assert(a || b);
  (void)two;
  (void)idle;
  return 0;
}
