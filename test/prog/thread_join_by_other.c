/* The corrected twin of thread_join_by_two.c: only one thread joins the worker, and hands on what
 * it returned. */
// run: --rounds 3 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>

static pthread_t worker;
static int answer = 41;

static void *
work(void *argument)
{
  ++*(int *)argument;
  return argument;
}

static void *
waiter(void *argument)
{
  void *result;

  (void)argument;
  pthread_join(worker, &result);
  return result;
}

int
main(void)
{
  pthread_t other;
  void *result;

  pthread_create(&worker, NULL, work, &answer);
  pthread_create(&other, NULL, waiter, NULL);
  assert(pthread_join(other, &result) == 0);
  assert(*(int *)result == 42);
  return 0;
}
