/* A thread that is created detached; nobody joins it. The attributes may be used again, and
 * changed. */
// run: --rounds 3 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>

static int ran;

static void *
work(void *argument)
{
  ran = 1;
  return argument;
}

int
main(void)
{
  pthread_attr_t attributes;
  pthread_t first, second;
  int state;

  assert(pthread_attr_init(&attributes) == 0);
  pthread_attr_getdetachstate(&attributes, &state);
  assert(state == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0);
  pthread_attr_getdetachstate(&attributes, &state);
  assert(state == PTHREAD_CREATE_DETACHED);
  assert(pthread_create(&first, &attributes, work, NULL) == 0);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
  assert(pthread_create(&second, &attributes, work, NULL) == 0);
  assert(pthread_attr_destroy(&attributes) == 0);
  assert(pthread_join(second, NULL) == 0);
  assert(ran == 1);
  return 0;
}
