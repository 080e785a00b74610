/* A C11 mutex lets one thread in at a time, and must be held until the end. */
// run: --rounds 2 --unwind 1 => bug
// expect: inside == 1
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static mtx_t mutex;
static int inside;

static void *
work(void *argument)
{
  assert(mtx_lock(&mutex) == thrd_success);
  mtx_unlock(&mutex);
  inside++;
  assert(inside == 1);
  inside--;
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  assert(mtx_init(&mutex, mtx_plain) == thrd_success);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  mtx_destroy(&mutex);
  return 0;
}
