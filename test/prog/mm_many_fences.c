/* Many stores with a release fence behind each: the clauses that keep the order grow with their
 * number, not with its cube. */
// args: --memory-model pso --rounds 3 --unwind 1 --no-slice --property assert
// verdict: bounded
// labels: 43 42
// clauses: 2885
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { N = 40 };

static atomic_int cells[N], last;

static void *
fill(void *argument)
{
  for (int i = 0; i < N; i++) {
    atomic_store_explicit(&cells[i], 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
  }
  atomic_store_explicit(&last, 1, memory_order_relaxed);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, fill, NULL);
  if (atomic_load_explicit(&last, memory_order_relaxed)) {
    for (int i = 0; i < N; i++)
      assert(atomic_load_explicit(&cells[i], memory_order_relaxed) == 1);
  }
  pthread_join(thread, NULL);
  return 0;
}
