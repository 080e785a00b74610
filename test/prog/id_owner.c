/* A lock that knows its owner by its id. A thread that ends without giving it back leaves an id
 * behind that another thread may get: it believes that it has the lock. With -DGIVEN_BACK it does. */
// run: --rounds 3 --unwind 1 => bug
// run: --rounds 3 --unwind 1 -- -DGIVEN_BACK => safe
// expect: held == 0
// replay: no, a process cannot be told which ids to have
#include <assert.h>
#include <pthread.h>

static pthread_t owner;
static int held;

static void *
work(void *argument)
{
  if (owner == pthread_self()) {
    assert(held == 0);
    return argument;
  }
  owner = pthread_self();
  held = 1;
#ifdef GIVEN_BACK
  owner = 0;
  held = 0;
#endif
  return argument;
}

int
main(void)
{
  pthread_t a;

  for (int i = 0; i < 2; i++) {
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
  }
  return 0;
}
