/* A program may copy and compare the ids of threads. If it looks at them in another way, something is
 * assumed; wherever it keeps them. */
// run: --time 600 => safe
// run: --time 600 -- -DORDER => bounded
// run: --time 600 -- -DSMALL => bounded
// run: --time 600 -- -DINDEX => bounded
// run: --time 600 -- -DSWITCH => bounded
// run: --time 600 -- -DREMAINDER => bounded
// run: --time 600 -- -DFIELD => bounded
// run: --time 600 -- -DPARAMETER => bounded
// run: --time 600 -- -DRESULT => bounded
// run: --time 600 -- -DEXCHANGE => bounded
// brute: no
#include <assert.h>
#include <pthread.h>

static unsigned long owner;
static int slots[4];
static struct {
  int locked;
  unsigned long owner;
} lock;

static int
is_even(unsigned long number)
{
  return number % 2 == 0;
}

static unsigned long
me(void)
{
  return pthread_self();
}

static void *
run(void *none)
{
  owner = pthread_self();
#ifdef INDEX
  slots[pthread_self()] = 1;
#endif
#ifdef SWITCH
  switch (pthread_self()) {
  case 7:
    assert(0);
  }
#endif
  return none;
}

int
main(void)
{
  pthread_t first, second;
  pthread_create(&first, NULL, run, NULL);
  pthread_join(first, NULL);
  assert(owner && owner != pthread_self() && !slots[0]);
  lock.owner = owner;
  assert(lock.owner == owner);
  pthread_create(&second, NULL, run, NULL);
#ifdef ORDER
  assert(pthread_self() < second);
#endif
#ifdef SMALL
  assert(second != 100);
#endif
#ifdef REMAINDER
  assert(owner % 16 < 4);
#endif
#ifdef FIELD
  assert(lock.owner / 16 == 0);
#endif
#ifdef PARAMETER
  lock.locked = is_even(pthread_self());
#endif
#ifdef RESULT
  lock.locked = me() / 2 == 0;
#endif
#ifdef EXCHANGE
  unsigned long expected = me();
  lock.locked = __atomic_compare_exchange_n(&owner, &expected, 0, 0, 5, 5);
#endif
  pthread_join(second, NULL);
  return lock.locked + is_even(1) + (me() == 0);
}
