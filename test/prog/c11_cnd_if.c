/* Without a loop around it cnd_wait may end for no reason. */
// run: --rounds 3 --unwind 2 => bug
// run: --rounds 3 --unwind 2 --no-spurious => bounded
// expect: assertion failed: ready
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t condition;
static int ready;

static void *
work(void *argument)
{
  assert(mtx_lock(&mutex) == thrd_success);
  if (!ready)
    assert(cnd_wait(&condition, &mutex) == thrd_success);
  assert(ready);
  assert(mtx_unlock(&mutex) == thrd_success);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  mtx_init(&mutex, mtx_plain);
  assert(cnd_init(&condition) == thrd_success);
  pthread_create(&thread, NULL, work, NULL);
  mtx_lock(&mutex);
  ready = 1;
  assert(cnd_signal(&condition) == thrd_success);
  mtx_unlock(&mutex);
  pthread_join(thread, NULL);
  cnd_destroy(&condition);
  mtx_destroy(&mutex);
  return 0;
}
