/* A sequence lock: the writer makes the counter odd, changes the data, and makes it even again; a
 * reader that finds the same even number before and behind has read the data of one moment. That
 * rests on the order of stores, which partial store order does not keep; with -DFENCES it need
 * not. */
// run: --memory-model sc --rounds 4 --unwind 1 => bounded
// run: --memory-model tso --rounds 4 --unwind 1 => bounded
// run: --memory-model pso --rounds 4 --unwind 1 => bug
// run: --memory-model pso --rounds 4 --unwind 1 -- -DFENCES => bounded
// expect: assertion failed: a == b
// brute: 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int first, second;

static inline void
store_fence(void)
{
#ifdef FENCES
  atomic_thread_fence(memory_order_release);
#endif
}

static void
write_both(int value)
{
  unsigned before = atomic_load_explicit(&sequence, memory_order_relaxed);

  atomic_store_explicit(&sequence, before + 1, memory_order_relaxed);
  store_fence();
  atomic_store_explicit(&first, value, memory_order_relaxed);
  atomic_store_explicit(&second, value, memory_order_relaxed);
  store_fence();
  atomic_store_explicit(&sequence, before + 2, memory_order_relaxed);
}

static void *
writer(void *argument)
{
  write_both(1);
  write_both(2);
  return argument;
}

static void *
reader(void *argument)
{
  unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
  int a = atomic_load_explicit(&first, memory_order_acquire);
  int b = atomic_load_explicit(&second, memory_order_acquire);

  if (before % 2 == 0 && atomic_load_explicit(&sequence, memory_order_relaxed) == before)
    assert(a == b);
  return argument;
}

int
main(void)
{
  pthread_t threads[2];

  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
