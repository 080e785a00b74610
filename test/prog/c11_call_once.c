/* call_once: whoever comes second waits until the function has returned. */
// run: --rounds 3 --unwind 1 => bounded
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static int times, ready;

static void
initialise(void)
{
  times++;
  ready = 1;
}

static int
work(void *argument)
{
  (void)argument;
  call_once(&flag, initialise);
  assert(ready == 1 && times == 1);
  return 0;
}

int
main(void)
{
  thrd_t thread;

  thrd_create(&thread, work, NULL);
  work(NULL);
  thrd_join(thread, NULL);
  return 0;
}
