/* A detached C11 thread, and main that ends by thrd_exit without waiting for it. */
// run: --rounds 2 --unwind 1 => safe
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static int data = 1;

static int
work(void *argument)
{
  assert(data == 1);
  return argument != NULL;
}

int
main(void)
{
  thrd_t thread;

  assert(thrd_create(&thread, work, NULL) == thrd_success);
  assert(thrd_detach(thread) == thrd_success);
  thrd_exit(0);
}
