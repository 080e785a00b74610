// A robust mutex whose owner has ended can be locked, with EOWNERDEAD. That is not modelled, and the
// verdict says so; but it is no deadlock. Of another mutex it is one, and the data are looked at as ever.
// run: --rounds 2 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 -- -DOPEN -DWRONG => bug
// run: --rounds 2 --unwind 1 -- -DSTALLED => bug
// expect: assumed: a robust mutex stays locked if its owner ends
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int x;

static void *
leave_locked(void *argument)
{
  pthread_mutex_lock(&mutex);
  x = 1;
#ifdef OPEN
  pthread_mutex_unlock(&mutex);
#endif
  return argument;
}

int
main(void)
{
  pthread_mutexattr_t attributes;
  pthread_t thread;

  pthread_mutexattr_init(&attributes);
#ifndef STALLED
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
#endif
  pthread_mutex_init(&mutex, &attributes);
  pthread_create(&thread, NULL, leave_locked, NULL);
  pthread_join(thread, NULL);
#ifdef WRONG
  pthread_mutex_lock(&mutex);
  assert(x == 0);
#else
  if (pthread_mutex_lock(&mutex) == EOWNERDEAD)
    pthread_mutex_consistent(&mutex);
#endif
  pthread_mutex_unlock(&mutex);
  return 0;
}
