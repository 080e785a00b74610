/* pthread_timedjoin_np may time out, and the thread can be joined later. A time that is none
 * does not matter if the thread has ended. */
// run: --rounds 3 --unwind 1 => safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

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
  struct timespec until = {.tv_sec = 1}, never = {.tv_nsec = -1};
  pthread_t thread;
  int error;

  pthread_create(&thread, NULL, work, NULL);
  error = pthread_timedjoin_np(thread, NULL, &never);
  if (error == EINVAL)
    error = pthread_timedjoin_np(thread, NULL, &until);
  if (error == ETIMEDOUT)
    error = pthread_join(thread, NULL);
  assert(error == 0);
  assert(data == 1);
  return 0;
}
