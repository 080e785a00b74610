/* A variable that was never written holds an arbitrary value, too, and an assumption bounds it like any
 * other: the first one finds a place in the pool. With -DSHOWN another thread can look at the variable, where no
 * assumption binds it; with -DBRANCHES it is bounded in one case only; with -DAGAIN each turn of a loop has a variable of its own. */
// run: --engine explicit --unwind 1 => safe
// run: --engine explicit --unwind 1 -- -DWRONG => bug
// run: --rounds 2 --unwind 1 -- -DSHOWN => bug
// run: --rounds 2 --unwind 1 -- -DBRANCHES => bug
// run: --engine explicit --unwind 2 -- -DAGAIN => safe
// run: --engine explicit --unwind 2 -- -DAGAIN -DWRONG => bug
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void __VERIFIER_assume(int condition);
_Bool __VERIFIER_nondet_bool(void);

enum { SLOTS = 4 };
static int pool[SLOTS];

static void *
look(void *place)
{
  if (place)
    assert(*(int *)place != 77);
  assert(pool[0] <= 1);
  return NULL;
}

static void
take(void)
{
  pthread_t thread;
  int i;
#ifdef SHOWN
  pthread_create(&thread, NULL, look, &i);
#endif
#ifdef BRANCHES
  if (__VERIFIER_nondet_bool())
    __VERIFIER_assume(0 <= i && i < SLOTS);
  else
    assert(i != 77);
#endif
  __VERIFIER_assume(0 <= i && i < SLOTS);
  pool[i] |= 1;
#ifdef WRONG
  assert(i != 2);
#endif
  assert(pool[i] & 1);
#ifdef SHOWN
  pthread_join(thread, NULL);
#endif
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  take();
#ifdef AGAIN
  for (int k = 0; k < 2; k++)
    take();
#endif
  pthread_join(thread, NULL);
  return 0;
}
