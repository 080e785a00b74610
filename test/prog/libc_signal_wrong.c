/* raise(SIGABRT) is abort() unless somebody handles it. */
// run: => bug
// expect: abort
// run: -- -DHANDLED => bug
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static int seen;

static void
handler(int number)
{
  seen = number;
}

int
main(void)
{
#ifdef HANDLED
  signal(SIGABRT, handler);
#else
  (void)handler;
#endif
  raise(SIGABRT);
  assert(seen != SIGABRT);
  return 0;
}
