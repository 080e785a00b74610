/* Loops that change a variable first touched inside them are no waits: a global, a function's static
 * and a thread's own. */
// run: --unwind 1 => bug
// run: --unwind 2 -- -DSTATIC => bug
// run: --unwind 2 -- -DTHREAD => bug
// expect: assertion failed
// labels: 2
// brute: 1
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

#if defined STATIC
static int *
count(void)
{
  static int value;
  return &value;
}
#elif defined THREAD
static _Thread_local int value;
static int *
count(void)
{
  return &value;
}
#else
static int value;
static int *
count(void)
{
  return &value;
}
#endif

int
main(void)
{
  while (__VERIFIER_nondet_bool())
    ++*count();
  assert(*count() != 1);
  return 0;
}
