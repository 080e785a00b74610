/* pthread_getattr_np tells whether a thread is detached. */
// run: --rounds 2 --unwind 1 => safe
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static int
detach_state(pthread_t thread)
{
  pthread_attr_t attributes;
  int state;

  assert(pthread_getattr_np(thread, &attributes) == 0);
  pthread_attr_getdetachstate(&attributes, &state);
  pthread_attr_destroy(&attributes);
  return state;
}

static void *
work(void *argument)
{
  assert(detach_state(pthread_self()) == PTHREAD_CREATE_JOINABLE);
  pthread_detach(pthread_self());
  assert(detach_state(pthread_self()) == PTHREAD_CREATE_DETACHED);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_exit(NULL);
}
