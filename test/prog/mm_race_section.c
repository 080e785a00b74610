/* A race with something in a buffer: while flag = 0 waits there, the section is about to write x, and
 * so is the thread that has found y to be 0. Once others see flag = 0 the section does not touch x. */
// run: --property race --memory-model sc --rounds 3 => bounded
// run: --property race --memory-model tso --rounds 3 => bug
// run: --property race --memory-model pso --rounds 3 => bug
// expect: data race
// brute: 1
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x;
static atomic_int flag = 1, y;

static void *
section(void *argument)
{
  atomic_store(&y, 1);
  __VERIFIER_atomic_begin();
  if (atomic_load_explicit(&flag, memory_order_relaxed))
    x = 1;
  __VERIFIER_atomic_end();
  return argument;
}

static void *
plain(void *argument)
{
  atomic_store_explicit(&flag, 0, memory_order_relaxed);
  if (!atomic_load_explicit(&y, memory_order_relaxed))
    x = 2;
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, section, NULL);
  pthread_create(&b, NULL, plain, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
