/* The same of C11 threads. */
// run: --property race --rounds 2 => bug
// run: --property race --rounds 2 --sv-comp => safe
// run: --property assert --rounds 3 => bug
// run: --property assert --rounds 4 --sv-comp => safe
// expect: data race
#include <assert.h>
#include <threads.h>

static thrd_t handle;

static int
look(void *argument)
{
  (void)argument;
  assert(thrd_equal(handle, thrd_current()));
  return 0;
}

int
main(void)
{
  thrd_create(&handle, look, NULL);
  thrd_join(handle, NULL);
}
