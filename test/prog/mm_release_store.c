// Under partial store order nothing that was stored before a release store is seen after it. What
// comes behind that store may still overtake it, and a relaxed store keeps no order.
// run: --memory-model pso -- -DRELEASE => bounded
// run: --memory-model pso -- -DBUILTIN => bounded
// run: --memory-model pso -- -DCLEAR => bounded
// run: --memory-model pso -- -DEARLIER => bounded
// run: --memory-model pso -- -DRELAXED => bug
// run: --memory-model pso -- -DBEHIND => bug
// run: --memory-model tso -- -DRELAXED => bounded
// run: --memory-model tso -- -DBEHIND => bounded
// run: --memory-model sc -- -DBEHIND => bounded
// run: --memory-model pso --unwind 1 --engine order -- -DRELEASE => safe
// run: --memory-model pso --unwind 1 --engine order -- -DRELAXED => bug
// run: --memory-model pso --unwind 1 --time 20 --engine explicit -- -DRELEASE => safe
// run: --memory-model pso --unwind 1 --time 20 --engine explicit -- -DBEHIND => bug
// replay: no, a machine does not do it on demand
// brute: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
#if defined BUILTIN || defined CLEAR
static int flag = 1;
#else
static _Atomic int flag = 1;
#endif
static atomic_flag busy = ATOMIC_FLAG_INIT;

static void
publish(void)
{
#if defined BEHIND /* the wrong one of the two is a release */
  atomic_store_explicit((_Atomic int *)&message, 1, memory_order_release);
  atomic_store_explicit(&flag, 0, memory_order_relaxed);
#elif defined EARLIER /* what is stored behind a release store is also behind what was before it */
  message = 1;
  atomic_flag_clear_explicit(&busy, memory_order_release);
  atomic_store_explicit(&flag, 0, memory_order_relaxed);
#elif defined BUILTIN
  message = 1;
  __atomic_store_n(&flag, 0, __ATOMIC_RELEASE);
#elif defined CLEAR
  message = 1;
  __sync_lock_release(&flag);
#elif defined RELAXED
  message = 1;
  atomic_store_explicit(&flag, 0, memory_order_relaxed);
#else
  message = 1;
  atomic_store_explicit(&flag, 0, memory_order_release);
#endif
}

static void *
writer(void *unused)
{
  publish();
  return unused;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, writer, NULL);
  if (!__atomic_load_n((int *)&flag, __ATOMIC_ACQUIRE))
    assert(message == 1);
  pthread_join(thread, NULL);
  return 0;
}
