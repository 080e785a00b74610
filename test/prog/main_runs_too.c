/* Main is a thread like the others after it has created them. */
// run: --rounds 1 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 => bug
// labels: 2 2
#include <assert.h>
#include <pthread.h>

static int x;

static void *
work(void *argument)
{
  x = 1;
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  assert(x == 0);
  return 0;
}
