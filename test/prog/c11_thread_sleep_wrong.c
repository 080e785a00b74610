/* thrd_sleep lets others run, but does not wait for them. */
// run: --rounds 2 --unwind 1 => bug
// expect: data == 1
#include <assert.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

static _Atomic int data;

static int
work(void *argument)
{
  data = 1;
  return argument != NULL;
}

int
main(void)
{
  struct timespec second = {1, 0};
  thrd_t thread;

  thrd_create(&thread, work, NULL);
  thrd_sleep(&second, NULL);
  assert(data == 1);
  return 0;
}
