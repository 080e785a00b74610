/* Read-modify-writes by others continue a release sequence, whatever their order; a store ends it.
 * What a compare-and-exchange reads when it fails has the order of its failure. */
// replay: no, the two accesses are not next to each other
// run: --rounds 5 --property race -- -DMIDDLE=ADD => safe
// run: --rounds 5 --property race -- -DMIDDLE=STORE => bug
// run: --rounds 5 --property race -- -DMIDDLE=ADD -DFIRST=relaxed => bug
// run: --rounds 5 --property race -- -DMIDDLE=EXCHANGE => safe
// run: --rounds 5 --property race -- -DMIDDLE=EXCHANGE -DFIRST=relaxed => bug
// run: --rounds 5 --property race -- -DMIDDLE=NONE -DFAILS=acquire => safe
// run: --rounds 5 --property race -- -DMIDDLE=NONE -DFAILS=relaxed => bug
// brute: no
#include <pthread.h>
#include <stdatomic.h>

#define GLUE(a, b) a##b
#define ORDER(name) GLUE(memory_order_, name)
#ifndef FIRST
#define FIRST release
#endif

#define ADD atomic_fetch_add_explicit(&state, 1, memory_order_relaxed)
#define EXCHANGE                                                                                   \
  atomic_compare_exchange_strong_explicit(&state, &one, 2, memory_order_relaxed,                  \
                                          memory_order_relaxed)
#define STORE atomic_store_explicit(&state, 2, memory_order_relaxed)
#define NONE (void)0

static int data;
static atomic_int state;

static void *
first(void *unused)
{
  data = 1;
  atomic_store_explicit(&state, 1, ORDER(FIRST));
  return unused;
}

static void *
second(void *unused)
{
  int one = 1;

  if (atomic_load_explicit(&state, memory_order_relaxed) == 1)
    MIDDLE;
  (void)one;
  return unused;
}

int
main(void)
{
  pthread_t a, b;
  int copy = 0;

  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
#ifdef FAILS
  int expected = 7;
  if (!atomic_compare_exchange_strong_explicit(&state, &expected, 8, memory_order_acq_rel,
                                               ORDER(FAILS)) &&
      expected == 1)
    copy = data;
#else
  if (atomic_load_explicit(&state, memory_order_acquire) == 2)
    copy = data;
#endif
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return copy;
}
