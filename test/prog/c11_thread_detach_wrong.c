/* A C11 thread that is detached and joined. */
// run: --rounds 2 --unwind 1 => bug
// expect: a detached thread is joined
#include <stddef.h>
#include <threads.h>

static int
work(void *argument)
{
  return argument != NULL;
}

int
main(void)
{
  thrd_t thread;

  thrd_create(&thread, work, NULL);
  thrd_detach(thread);
  thrd_join(thread, NULL);
  return 0;
}
