/* A C11 mutex lets one thread in at a time. */
// run: --rounds 2 --unwind 1 => bounded
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static mtx_t mutex;
static int inside;

static void *
work(void *argument)
{
  assert(mtx_lock(&mutex) == thrd_success);
  inside++;
  assert(inside == 1);
  inside--;
  assert(mtx_unlock(&mutex) == thrd_success);
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
