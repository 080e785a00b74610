/* The same without waiting for the inner thread. */
// args: --rounds 2 --unwind 1
// verdict: bug
// expect: x == 2
// labels: 3 1 2
#include <assert.h>
#include <pthread.h>

static int x;

static void *
inner(void *argument)
{
  x += 1;
  return argument;
}

static void *
outer(void *argument)
{
  pthread_t thread;

  x = 1;
  pthread_create(&thread, NULL, inner, NULL);
  pthread_detach(thread);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, outer, NULL);
  pthread_join(thread, NULL);
  assert(x == 2);
  return 0;
}
