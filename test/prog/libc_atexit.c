/* Handlers run in the reverse order, when main returns or exit is called; one that is
 * registered by a handler runs next. */
// run: => safe
// run: -- -DEXIT => safe
// run: -- -DFIRST => bug
// run: -- -DFIRST -DEXIT => bug
// run: -- -DQUICK => bug
#include <assert.h>
#include <stdlib.h>

static int order;

static void
last(void)
{
  assert(order == 3);
#ifdef FIRST
  assert(0);
#endif
}

static void
third(void)
{
  assert(order++ == 2);
}

static void
second(void)
{
  assert(order++ == 1);
  atexit(third);
}

static void
first(void)
{
  assert(order++ == 0);
}

static void
quick(void)
{
  assert(order == 1);
}

int
main(void)
{
  assert(atexit(last) == 0);
  assert(atexit(second) == 0);
  assert(atexit(first) == 0);
  assert(at_quick_exit(quick) == 0);
#ifdef EXIT
  exit(1);
#endif
#ifdef QUICK
  quick_exit(1);
#endif
  return 0;
}
