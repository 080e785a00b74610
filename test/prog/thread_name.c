/* Names of threads: up to 15 characters, into 16 bytes. */
// run: --rounds 2 --unwind 1 => safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *
work(void *argument)
{
  char name[16];

  assert(pthread_setname_np(pthread_self(), "worker") == 0);
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
  assert(name[0] == 'w' && name[5] == 'r' && name[6] == 0);
  return argument;
}

int
main(void)
{
  char name[16];
  pthread_t thread;

  assert(pthread_setname_np(pthread_self(), "0123456789abcdef") == ERANGE);
  assert(pthread_getname_np(pthread_self(), name, 4) == ERANGE);
  assert(pthread_setname_np(pthread_self(), "0123456789abcde") == 0);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
  assert(name[0] == '0' && name[14] == 'e' && name[15] == 0);
  return 0;
}
