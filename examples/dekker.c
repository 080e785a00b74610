/* Dekker's mutual exclusion (told by E. W. Dijkstra, Cooperating sequential processes, 1965), and
 * the first thing that a real machine does to it.
 *
 * Each thread raises its flag and then looks at the other's. Whoever looks last sees the other's
 * flag, so at most one gets in: so much is true if every store is seen by everybody at once. A
 * processor does not work like that. It keeps stores in a buffer of its own for a while, and runs
 * on. So both threads can raise their flags, find that the other's is still down, and go in: x86
 * does that.
 *
 *   heddle check examples/dekker.c --rounds 3 --unwind 2    no bug: stores are seen at once
 *   heddle check examples/dekker.c --memory-model tso       bug: stores wait in a buffer, as on x86
 *   heddle check examples/dekker.c --rounds 3 --unwind 2 --memory-model tso -- -DFENCE    mended
 *
 * The fence waits until the buffer is empty. Plain C11 accesses, flags[me] = true without an
 * order, would do as well: they are seq_cst, and such a store is a fence, too. */
// run: --rounds 3 --unwind 2 => bounded
// run: --rounds 3 --unwind 2 --memory-model tso => bug
// run: --rounds 3 --unwind 2 --memory-model tso -- -DFENCE => bounded
// expect: assertion failed: inside == 1
// brute: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool flags[2]; /* who wants to go in, or is there */
static atomic_int turn;      /* who does not have to give way */
static atomic_int inside;

static void
raise_flag(int me)
{
  atomic_store_explicit(&flags[me], true, memory_order_relaxed);
#ifdef FENCE
  atomic_thread_fence(memory_order_seq_cst);
#endif
}

static void
lower_flag(int me)
{
  atomic_store_explicit(&flags[me], false, memory_order_relaxed);
}

static bool
is_raised(int who)
{
  return atomic_load_explicit(&flags[who], memory_order_relaxed);
}

static void
enter(int me)
{
  int other = 1 - me;

  raise_flag(me);
  while (is_raised(other))
    if (atomic_load_explicit(&turn, memory_order_relaxed) == other) {
      lower_flag(me);
      while (atomic_load_explicit(&turn, memory_order_relaxed) == other)
        ;
      raise_flag(me);
    }
}

static void
leave(int me)
{
  atomic_store_explicit(&turn, 1 - me, memory_order_relaxed);
  lower_flag(me);
}

static void *
work(void *argument)
{
  int me = *(int *)argument;

  enter(me);
  inside++;
  assert(inside == 1);
  inside--;
  leave(me);
  return NULL;
}

int
main(void)
{
  static int names[2] = {0, 1};
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, &names[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}

// why: atomic_store_explicit(&flags[me], true,
// why: return atomic_load_explicit(&flags[who],
// expect: reads flags[1] = false
