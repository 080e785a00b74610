/* Races by the memory orders of C: who sees a message has to know what came before it. Each wrong
 * one is the right one with one order less. */
// replay: no, the two accesses are not next to each other
// run: --rounds 4 --property race -- -DSTORE=release -DLOAD=acquire => safe
// run: --rounds 4 --property race -- -DSTORE=relaxed -DLOAD=acquire => bug
// run: --rounds 4 --property race -- -DSTORE=release -DLOAD=relaxed => bug
// run: --rounds 4 --property race -- -DSTORE=seq_cst -DLOAD=seq_cst => safe
// run: --rounds 4 --property race -- -DSTORE=relaxed -DLOAD=acquire -DBEFORE=release => safe
// run: --rounds 4 --property race -- -DSTORE=relaxed -DLOAD=acquire -DBEFORE=acquire => bug
// run: --rounds 4 --property race -- -DSTORE=release -DLOAD=relaxed -DBEHIND=acquire => safe
// run: --rounds 4 --property race -- -DSTORE=release -DLOAD=relaxed -DBEHIND=release => bug
// run: --rounds 4 --property race -- -DSTORE=relaxed -DLOAD=relaxed -DBEFORE=release -DBEHIND=acquire => safe
// run: --rounds 4 --property race -- -DSTORE=relaxed -DLOAD=relaxed -DBEFORE=release => bug
// run: --rounds 4 --property race -- -DSTORE=relaxed -DLOAD=relaxed -DBEHIND=acquire => bug
// run: --rounds 4 --property race -- -DSTORE=relaxed -DLOAD=relaxed -DBEFORE=seq_cst -DBEHIND=seq_cst => safe
// run: --rounds 4 --property race -- -DSTORE=relaxed -DLOAD=relaxed -DLOCK => safe
// run: --rounds 4 --property race -- -DSTORE=relaxed -DLOAD=relaxed -DLOCK_LATE => bug
// run: --rounds 4 --property race -- -DSTORE=relaxed -DLOAD=relaxed -DJOIN => safe
// run: --rounds 4 --property race -- -DSTORE=relaxed -DLOAD=relaxed -DJOIN_LATE => bug
// run: --rounds 4 --property assert -- -DSTORE=relaxed -DLOAD=relaxed => safe
// run: --rounds 7 --property race --memory-model tso -- -DSTORE=relaxed -DLOAD=acquire => bounded
// run: --rounds 7 --property race --memory-model pso -- -DSTORE=relaxed -DLOAD=acquire => bounded
// expect: data race on data: thread 1 (writer) writes at test/prog/race_orders.c:41, thread 0 (main) reads at test/prog/race_orders.c:73; neither happens before the other
// brute: 2
#include <pthread.h>
#include <stdatomic.h>

#define GLUE(a, b) a##b
#define ORDER(name) GLUE(memory_order_, name)

static int data;
static atomic_int flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *
writer(void *unused)
{
#ifdef LOCK
  pthread_mutex_lock(&mutex);
#endif
  data = 1;
#ifdef BEFORE
  atomic_thread_fence(ORDER(BEFORE));
#endif
  atomic_store_explicit(&flag, 1, ORDER(STORE));
#if defined LOCK
  pthread_mutex_unlock(&mutex);
#elif defined LOCK_LATE
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int
main(void)
{
  pthread_t thread;
  int seen, copy = 0;

  pthread_create(&thread, NULL, writer, NULL);
#if defined LOCK || defined LOCK_LATE
  pthread_mutex_lock(&mutex);
#endif
  seen = atomic_load_explicit(&flag, ORDER(LOAD));
#ifdef BEHIND
  atomic_thread_fence(ORDER(BEHIND));
#endif
#ifdef JOIN
  pthread_join(thread, NULL);
#endif
  if (seen)
    copy = data;
#if defined LOCK || defined LOCK_LATE
  pthread_mutex_unlock(&mutex);
#endif
#ifdef JOIN_LATE
  pthread_join(thread, NULL);
#endif
  return copy;
}
