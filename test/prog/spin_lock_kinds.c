/* Two locks of the program's own, taken in one order or in two. However they spin - by exchange,
 * test-and-set, compare-and-swap or trying, with what they saw in a variable, with a pause - an
 * attempt that fails changes nothing: one attempt stands for all of them, and two threads that each
 * have one lock are in a deadlock, also under weak memory. */
// run: --rounds 1 --unwind 1 -- -DKIND=1 -DTWO_ORDERS => bug
// run: --rounds 2 --unwind 1 -- -DKIND=2 -DTWO_ORDERS => bug
// run: --rounds 1 --unwind 1 -- -DKIND=3 -DTWO_ORDERS => bug
// run: --rounds 1 --unwind 1 -- -DKIND=4 -DTWO_ORDERS => bug
// run: --rounds 1 --unwind 1 -- -DKIND=5 -DTWO_ORDERS => bug
// run: --rounds 2 --unwind 1 -- -DKIND=6 -DTWO_ORDERS => bug
// run: --rounds 2 --unwind 1 -- -DKIND=7 -DTWO_ORDERS => bug
// run: --rounds 1 --unwind 1 -- -DKIND=8 -DTWO_ORDERS => bug
// run: --rounds 1 --unwind 1 --memory-model tso -- -DKIND=1 -DTWO_ORDERS => bug
// run: --rounds 9 --unwind 1 -- -DKIND=1 => safe
// run: --rounds 11 --unwind 1 -- -DKIND=2 => safe
// run: --rounds 9 --unwind 1 -- -DKIND=4 => safe
// run: --rounds 11 --unwind 1 -- -DKIND=6 => safe
// expect: deadlock
// brute: 1
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

struct lock {
  atomic_int word;
  atomic_flag flag;
  int plain;
  pthread_mutex_t mutex;
};

static struct lock first = {.flag = ATOMIC_FLAG_INIT, .mutex = PTHREAD_MUTEX_INITIALIZER};
static struct lock second = {.flag = ATOMIC_FLAG_INIT, .mutex = PTHREAD_MUTEX_INITIALIZER};
static int count;

static void
take(struct lock *lock)
{
#if KIND == 1
  while (atomic_exchange(&lock->word, 1))
    ;
#elif KIND == 2 /* what it saw stays in a variable */
  int taken = 1;
  while (taken)
    taken = atomic_exchange(&lock->word, 1);
#elif KIND == 3
  for (;;) {
    if (!atomic_flag_test_and_set(&lock->flag))
      break;
    usleep(10);
  }
#elif KIND == 4
  int expected;
  do
    expected = 0;
  while (!atomic_compare_exchange_weak(&lock->word, &expected, 1));
#elif KIND == 5 /* a pause that counts */
  while (__sync_lock_test_and_set(&lock->plain, 1))
    for (volatile int i = 0; i < 3; i++)
      ;
#elif KIND == 6 /* first a look */
  while (atomic_load(&lock->word) || atomic_exchange(&lock->word, 1))
    sched_yield();
#elif KIND == 7
  for (;;) {
    int taken = atomic_load(&lock->word);
    while (taken)
      taken = atomic_load(&lock->word);
    if (!(atomic_fetch_or(&lock->word, 1) & 1))
      return;
  }
#else
  while (pthread_mutex_trylock(&lock->mutex))
    sched_yield();
#endif
}

static void
give(struct lock *lock)
{
#if KIND == 3
  atomic_flag_clear(&lock->flag);
#elif KIND == 5
  __sync_lock_release(&lock->plain);
#elif KIND == 8
  pthread_mutex_unlock(&lock->mutex);
#else
  atomic_store(&lock->word, 0);
#endif
}

static void
change(struct lock *one, struct lock *other)
{
  take(one);
  take(other);
  count++;
  give(other);
  give(one);
}

static void *
forwards(void *argument)
{
  change(&first, &second);
  return argument;
}

static void *
backwards(void *argument)
{
#ifdef TWO_ORDERS
  change(&second, &first);
#else
  change(&first, &second);
#endif
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, forwards, NULL);
  pthread_create(&b, NULL, backwards, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
  return 0;
}
