/* An atomic struct too large for any instruction: exchanges and compare-exchanges are calls of the
 * library, and each is one step. */
// run: --rounds 2 --unwind 2 => bounded
// run: --rounds 3 --unwind 1 => bounded
// run: --rounds 3 --unwind 2 -- -DWRONG => bug
// expect: all.a == 3
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct three {
  long a, b, c;
};

static _Atomic struct three shared;

static void
check(struct three all)
{
  assert(all.b == 2 * all.a && all.c == 3 * all.a);
}

static void *
add(void *argument)
{
  struct three old = shared, new;

  do {
    check(old);
    new = (struct three){old.a + 1, old.b + 2, old.c + 3};
#ifdef WRONG
    shared = new;
    break;
#endif
  } while (!atomic_compare_exchange_strong(&shared, &old, new));
  return argument;
}

int
main(void)
{
  pthread_t thread;
  struct three expected = {1, 2, 4};

  check(atomic_exchange(&shared, ((struct three){0, 0, 3})));
  assert(!atomic_compare_exchange_strong(&shared, &expected, ((struct three){9, 9, 9})));
  assert(expected.a == 0 && expected.b == 0 && expected.c == 3);
  assert(atomic_compare_exchange_strong(&shared, &expected, ((struct three){1, 2, 3})));
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  struct three all = atomic_exchange(&shared, ((struct three){0, 0, 0}));
  assert(all.a == 3);
  check(all);
  all = shared;
  assert(all.a == 0 && all.c == 0);
  return 0;
}
