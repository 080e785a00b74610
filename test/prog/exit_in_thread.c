/* exit in a thread ends the program: main never gets past its join. */
// args: --rounds 3 --unwind 1
// verdict: safe
// labels: 2 1
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *
work(void *argument)
{
  (void)argument;
  exit(0);
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(0);
  return 0;
}
