/* pthread_exit in main ends main alone: the thread goes on, and somebody else can join main. */
// run: --rounds 2 --unwind 1 => bug
// expect: assert
#include <assert.h>
#include <pthread.h>

static pthread_t first;

static void *
work(void *argument)
{
  void *result;

  (void)argument;
  assert(pthread_join(first, &result) == 0);
  assert(result == &first);
  assert(0);
  return NULL;
}

int
main(void)
{
  pthread_t thread;

  first = pthread_self();
  pthread_create(&thread, NULL, work, NULL);
  pthread_exit(&first);
}
