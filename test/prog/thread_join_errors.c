/* EDEADLK for the calling thread itself, whoever it is. */
// run: --rounds 2 --unwind 1 => safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *
work(void *argument)
{
  assert(pthread_join(pthread_self(), NULL) == EDEADLK);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  assert(pthread_join(pthread_self(), NULL) == EDEADLK);
  pthread_create(&thread, NULL, work, NULL);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
