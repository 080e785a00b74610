/* A thread detaches itself, and tells by a flag that it is done. */
// run: --rounds 3 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;
static int data;

static void *
work(void *argument)
{
  assert(pthread_detach(pthread_self()) == 0);
  data = 1;
  done = 1;
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  if (done)
    assert(data == 1);
  return 0;
}
