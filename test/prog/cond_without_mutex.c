/* Waiting needs the mutex: with an error-checking one the call fails, else it is a misuse. */
// run: --rounds 2 --unwind 1 => bug
// run: --rounds 2 --unwind 1 -- -DCHECKED => safe
// expect: the thread does not hold the mutex
#define _GNU_SOURCE 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>

#ifdef CHECKED
static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
#else
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#endif
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int
main(void)
{
  assert(pthread_cond_wait(&condition, &mutex) == EPERM);
  return 0;
}
