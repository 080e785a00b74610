/* pthread_tryjoin_np does not wait: EBUSY leaves the thread to be joined later. */
// run: --rounds 4 --unwind 1 => safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int data;

static void *
work(void *argument)
{
  data = 1;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  void *result = NULL;
  int error;

  pthread_create(&thread, NULL, work, &data);
  error = pthread_tryjoin_np(thread, &result);
  if (error == EBUSY) {
    assert(result == NULL);
    error = pthread_join(thread, &result);
  }
  assert(error == 0 && result == &data);
  assert(data == 1);
  return 0;
}
