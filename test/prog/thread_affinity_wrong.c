/* The program takes it for granted that there is a second processor. */
// run: --rounds 1 --unwind 1 => bug
// expect: error == 0
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>

int
main(void)
{
  cpu_set_t set = {{2}};
  int error = pthread_setaffinity_np(pthread_self(), sizeof set, &set);

  assert(error == 0);
  return 0;
}
