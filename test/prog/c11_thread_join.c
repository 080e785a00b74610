/* C11 threads: create, join, exit, identity. The result is an int, also a negative one. */
// run: --rounds 3 --unwind 1 => safe
#include <assert.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

static thrd_t first;
static int data;

static int
returns(void *argument)
{
  assert(!thrd_equal(thrd_current(), first));
  *(int *)argument = 1;
  return -5;
}

static int
exits(void *argument)
{
  (void)argument;
  thrd_yield();
  thrd_exit(7);
}

int
main(void)
{
  struct timespec moment = {0, 1000}, never = {0, -1};
  thrd_t a, b;
  int result;

  first = thrd_current();
  assert(thrd_equal(first, thrd_current()));
  assert(thrd_create(&a, returns, &data) == thrd_success);
  assert(thrd_create(&b, exits, NULL) == thrd_success);
  assert(!thrd_equal(a, b));
  assert(thrd_join(a, &result) == thrd_success && result == -5);
  assert(data == 1);
  assert(thrd_join(b, &result) == thrd_success && result == 7);
  assert(thrd_sleep(&moment, NULL) == 0);
  assert(thrd_sleep(&never, NULL) < 0);
  return 0;
}
