/* A thread names itself, and main asks too early. */
// run: --rounds 2 --unwind 1 => bug
// expect: name[0] == 'w'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static void *
work(void *argument)
{
  pthread_setname_np(pthread_self(), "worker");
  return argument;
}

int
main(void)
{
  char name[16];
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_getname_np(thread, name, sizeof name);
  assert(name[0] == 'w');
  return 0;
}
