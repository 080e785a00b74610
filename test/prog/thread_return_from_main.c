/* The twin of thread_exit_in_main.c: to return from main ends the process, so nobody goes on
 * after it. */
// run: --rounds 2 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>

static pthread_t first;

static void *
work(void *argument)
{
  (void)argument;
  pthread_join(first, NULL);
  assert(0);
  return NULL;
}

int
main(void)
{
  pthread_t thread;

  first = pthread_self();
  pthread_create(&thread, NULL, work, NULL);
  return 0;
}
