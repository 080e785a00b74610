/* A flag of its own for each thread: the function runs twice. */
// run: --rounds 3 --unwind 1 => bug
// expect: times == 1
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static int times;

static void
initialise(void)
{
  times++;
}

static int
work(void *argument)
{
  static thread_local once_flag flag = ONCE_FLAG_INIT;

  (void)argument;
  call_once(&flag, initialise);
  call_once(&flag, initialise);
  return 0;
}

int
main(void)
{
  thrd_t thread;

  thrd_create(&thread, work, NULL);
  thrd_join(thread, NULL);
  assert(times == 1);
  work(NULL);
  assert(times == 1);
  return 0;
}
