/* After a time-out the thread may still be running. */
// run: --rounds 2 --unwind 1 => bug
// expect: data == 1
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
  struct timespec until = {.tv_sec = 1};
  pthread_t thread;
  int error;

  pthread_create(&thread, NULL, work, NULL);
  error = pthread_timedjoin_np(thread, NULL, &until);
  assert(error == 0 || error == ETIMEDOUT);
  assert(data == 1);
  return 0;
}
