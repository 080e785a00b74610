/* An adaptive mutex is a NORMAL one: its owner must not lock it again. */
// run: --rounds 2 --unwind 1 => bug
// run: --rounds 2 --unwind 1 -- -DONCE => safe
// run: --rounds 2 --unwind 1 --property assert => safe
// expect: the thread holds the mutex already
#define _GNU_SOURCE 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;

int
main(void)
{
  pthread_mutex_lock(&mutex);
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
#ifndef ONCE
  pthread_mutex_lock(&mutex);
  assert(0);
#endif
  pthread_mutex_unlock(&mutex);
  return 0;
}
