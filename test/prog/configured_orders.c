/* Orders weaker than seq_cst are taken for what the memory model has, and the verdict says so. */
// run: --rounds 3 --unwind 1 => safe
// run: --rounds 5 --unwind 1 --memory-model tso => safe
// expect: s; sequentially consistent memory; orders weaker than seq_cst taken as those of the model)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ORDER
#define ORDER memory_order_relaxed
#endif

static int message;
static atomic_int flag;

static void *
writer(void *unused)
{
  message = 1;
  atomic_store_explicit(&flag, 1, ORDER);
  return unused;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, writer, NULL);
  if (atomic_load_explicit(&flag, ORDER))
    assert(message == 1);
  pthread_join(thread, NULL);
  return 0;
}
