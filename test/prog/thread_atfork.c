/* Handlers for fork are accepted; nobody forks, so they do not run. */
// run: --rounds 2 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>

static int handled;

static void
handle(void)
{
  handled = 1;
}

int
main(void)
{
  assert(pthread_atfork(handle, handle, handle) == 0);
  assert(handled == 0);
  return 0;
}
