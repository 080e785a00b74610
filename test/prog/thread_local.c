/* Each thread has its own copy of a thread-local variable. */
// args: --rounds 2 --unwind 1
// verdict: bounded
// labels: 3 1 1
#include <assert.h>
#include <pthread.h>

static _Thread_local int depth = 3;

static void *
work(void *argument)
{
  depth++;
  assert(depth == 4);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(depth == 3);
  return 0;
}
