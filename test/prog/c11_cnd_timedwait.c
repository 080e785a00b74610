/* cnd_timedwait times out if nobody signals, and has the mutex again then. */
// run: --rounds 2 --unwind 1 --no-spurious => safe
// run: --rounds 2 --unwind 1 => bug
// expect: result == thrd_timedout
#include <assert.h>
#include <threads.h>
#include <time.h>

int
main(void)
{
  struct timespec soon = {1, 0};
  cnd_t condition;
  mtx_t mutex;
  int result;

  mtx_init(&mutex, mtx_timed);
  cnd_init(&condition);
  mtx_lock(&mutex);
  result = cnd_timedwait(&condition, &mutex, &soon);
  assert(result == thrd_timedout);
  assert(mtx_trylock(&mutex) == thrd_busy);
  mtx_unlock(&mutex);
  return 0;
}
