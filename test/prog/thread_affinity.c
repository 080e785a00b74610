/* A thread runs on some processors, and may be bound to others. */
// run: --rounds 2 --unwind 1 => safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

int
main(void)
{
  cpu_set_t set;
  int error;

  assert(pthread_getaffinity_np(pthread_self(), 1, &set) == EINVAL);
  assert(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0);
  assert(set.__bits[0] != 0);
  error = pthread_setaffinity_np(pthread_self(), sizeof set, &set);
  assert(error == 0 || error == EINVAL);
  return 0;
}
