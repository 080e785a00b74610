/* A thread that waits for another one can be cancelled while it waits; the other one can still be
 * joined, by somebody else. */
// run: --rounds 3 --unwind 1 => bounded
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_t worker;
static atomic_int go;

static void *
work(void *argument)
{
  while (!go)
    ;
  return argument;
}

static void *
waiter(void *argument)
{
  pthread_join(worker, NULL);
  return argument;
}

int
main(void)
{
  pthread_t other;
  void *result;

  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&other, NULL, waiter, NULL);
  pthread_cancel(other);
  assert(pthread_join(other, &result) == 0);
  assert(result == PTHREAD_CANCELED);
  go = 1;
  assert(pthread_join(worker, NULL) == 0);
  return 0;
}
