/* cnd_signal wakes one thread, cnd_broadcast all that wait. */
// run: --rounds 3 --unwind 1 --no-spurious --property assert -- -DWAKE=cnd_signal => bounded
// run: --rounds 3 --unwind 1 --no-spurious --property assert -- -DWAKE=cnd_broadcast => bug
// run: --rounds 3 --unwind 1 --no-spurious --property assert -- -DWAKE=cnd_signal -DLIMIT=1 => bug
// expect: awake < LIMIT
#include <assert.h>
#include <pthread.h>
#include <threads.h>

#ifndef LIMIT
#define LIMIT 2
#endif

static mtx_t mutex;
static cnd_t condition;
static int waiting, awake;

static void *
work(void *argument)
{
  mtx_lock(&mutex);
  waiting++;
  cnd_wait(&condition, &mutex);
  awake++;
  assert(awake < LIMIT);
  mtx_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  mtx_lock(&mutex);
  if (waiting == 2)
    assert(WAKE(&condition) == thrd_success);
  mtx_unlock(&mutex);
  return 0;
}
