/* Litmus test bytes+word-between: late stores in one order of labels. */
// run: --memory-model sc --unwind 1 --engine order => safe
// run: --memory-model tso --unwind 1 --engine order => safe
// run: --memory-model pso --unwind 1 --engine order => safe
/* bytes+word-between: x.0=1 x=0 x.1=1 || a=x
 * a=257? */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int w, x, y, z;
static int A, B, C, D, E, F, G, H;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *
thread1(void *argument)
{
  atomic_store_explicit((_Atomic unsigned char *)&x + 0, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 0, memory_order_relaxed);
  atomic_store_explicit((_Atomic unsigned char *)&x + 1, 1, memory_order_relaxed);
  return argument;
}

static void *
thread2(void *argument)
{
  int a = 0;
  a = atomic_load_explicit(&x, memory_order_relaxed);
  A = a;
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
  assert(!(A == 257));
  return 0;
}
