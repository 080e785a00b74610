/* A lock that spins: to take it is to acquire, to give it back is to release. The loop is a wait, and
 * what it does while the lock is taken is left out. */
// replay: no, the two accesses are not next to each other
// run: --unwind 1 --engine order --property race -- -DTAKE=acquire -DGIVE=release => safe
// run: --unwind 1 --engine order --property race -- -DTAKE=relaxed -DGIVE=release => bug
// run: --unwind 1 --engine order --property race -- -DTAKE=acquire -DGIVE=relaxed => bug
// run: --unwind 1 --engine order --property race,deadlock -- -DTAKE=acq_rel -DGIVE=release => safe
// run: --unwind 1 --engine order --property race -- -DTAKE=acquire -DGIVE=release -DPEEK => bug
// brute: 2
#include <pthread.h>
#include <stdatomic.h>

#define GLUE(a, b) a##b
#define ORDER(name) GLUE(memory_order_, name)

static int data;
static atomic_int lock;

static void *
worker(void *unused)
{
  while (atomic_exchange_explicit(&lock, 1, ORDER(TAKE)))
    ;
  data++;
  atomic_store_explicit(&lock, 0, ORDER(GIVE));
  return unused;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
#ifdef PEEK /* that it is free says nothing about those who had it */
  if (!atomic_load_explicit(&lock, memory_order_relaxed))
    return data;
#endif
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return data != 2;
}
