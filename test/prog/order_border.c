/* Litmus test 2+2W+Frel+Frel: late stores in one order of labels. */
// run: --memory-model sc --unwind 1 --engine order => safe
// run: --memory-model tso --unwind 1 --engine order => safe
// run: --memory-model pso --unwind 1 --engine order => safe
/* 2+2W+Frel+Frel: x=1 F:rel y=2 || y=1 F:rel x=2
 * x=1 y=1? */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int w, x, y, z;
static int A, B, C, D, E, F, G, H;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *
thread1(void *argument)
{
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&y, 2, memory_order_relaxed);
  return argument;
}

static void *
thread2(void *argument)
{
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&x, 2, memory_order_relaxed);
  return argument;
}

int
main(void)
{
  pthread_t threads[2];

  pthread_create(&threads[0], NULL, thread1, NULL);
  pthread_create(&threads[1], NULL, thread2, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(!(x == 1 && y == 1));
  return 0;
}
