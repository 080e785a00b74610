/* An assumption that directly follows bounds an arbitrary value: it has few bits, and all of its values
 * can be tried. -DWRONG looks for one of them; -DTOLD tells another thread the value before it is
 * bounded, -DFAILS asserts something of it; -DSIGNED has negative ones, too. Two assumptions, or an
 * abort() that is no bug, do as well. */
// run: --engine explicit --unwind 1 => safe
// run: --engine explicit --unwind 1 -- -DWRONG => bug
// run: --rounds 2 --unwind 1 -- -DTOLD => bug
// run: --rounds 1 --unwind 1 -- -DFAILS => bug
// run: --rounds 1 --unwind 1 -- -DSIGNED => bug
// run: --engine explicit --unwind 1 -- -DTWICE => safe
// run: --engine explicit --unwind 1 -- -DTWICE -DWRONG => bug
// run: --engine explicit --unwind 1 --property memory -- -DABORTS => safe
// run: --engine explicit --unwind 1 --property memory -- -DABORTS -DWRONG => bug
// run: --rounds 1 --unwind 1 -- -DABORTS => bug
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

enum { SLOTS = 4 };
static int pool[SLOTS], told;

static void *
look(void *unused)
{
  assert(told != 77);
  return unused;
}

static int
choose(void)
{
  int i = __VERIFIER_nondet_int();
#ifdef TOLD
  told = i;
#endif
#ifdef FAILS
  assert(i != 77);
#endif
#ifdef SIGNED
  __VERIFIER_assume(-2 <= i && i < 0);
  assert(i != -2);
  i += 2;
#elif defined ABORTS
  if (i < 0 || i >= SLOTS)
    abort();
#elif defined TWICE
  __VERIFIER_assume(i >= 0);
  __VERIFIER_assume(i < SLOTS);
#else
  __VERIFIER_assume(0 <= i && i < SLOTS);
#endif
  return i;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  int i = choose();
  unsigned j = __VERIFIER_nondet_uint();
  _Bool free_one = __VERIFIER_nondet_bool();
  __VERIFIER_assume(j <= 2);
  pool[i] = 1;
  pool[j] += 2;
#ifdef WRONG
  assert(i != 2 || j != 2 || free_one || pool[2] != 3);
  pool[i == 3 && j == 2 ? SLOTS : 0] = 1;
#endif
  assert(pool[i] == (i == (int)j ? 3 : 1));
  pthread_join(thread, NULL);
  return 0;
}
