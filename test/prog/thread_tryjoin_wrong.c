/* The result of pthread_tryjoin_np is ignored: the thread may still be running. */
// run: --rounds 2 --unwind 1 => bug
// expect: data == 1
#define _GNU_SOURCE
#include <assert.h>
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

  pthread_create(&thread, NULL, work, NULL);
  pthread_tryjoin_np(thread, NULL);
  assert(data == 1);
  return 0;
}
