/* mtx_trylock and mtx_timedlock may fail whenever the mutex is locked. */
// run: --rounds 2 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 -- -DTIMED => bounded
// run: --rounds 2 --unwind 1 -- -DCERTAIN => bug
// run: --rounds 2 --unwind 1 -- -DTIMED -DCERTAIN => bug
// expect: result == thrd_success
#include <assert.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static int inside;

static void *
work(void *argument)
{
#ifdef TIMED
  struct timespec soon = {1, 0};
  int result = mtx_timedlock(&mutex, &soon), refused = thrd_timedout;
#else
  int result = mtx_trylock(&mutex), refused = thrd_busy;
#endif

#ifdef CERTAIN
  assert(result == thrd_success);
#endif
  if (result != thrd_success) {
    assert(result == refused);
    return argument;
  }
  inside++;
  assert(inside == 1);
  inside--;
  mtx_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  mtx_init(&mutex, mtx_timed);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
