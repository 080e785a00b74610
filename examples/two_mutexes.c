/* Two mutexes taken in opposite orders (Lazy-CSeq, ASE 2015, fig. 1).
 *
 * Each thread can hold one mutex and wait for the other: a native run hangs, rarely. The assertion
 * below is right in every run that ends, since x is only touched with both mutexes held. */
// run: => bug
// run: --rounds 3 --property assert => bounded
// expect: deadlock
// expect: wait for each other
// expect: which thread 1 (increment) holds
// labels: 3 3 3
// clauses: 713
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;
static int x = 1;

static void *
increment(void *argument)
{
  int local;

  (void)argument;
  pthread_mutex_lock(&m0);
  pthread_mutex_lock(&m1);
  local = x;
  x = local + 1;
  pthread_mutex_unlock(&m0);
  pthread_mutex_unlock(&m1);
  return NULL;
}

static void *
overwrite(void *argument)
{
  (void)argument;
  pthread_mutex_lock(&m1);
  pthread_mutex_lock(&m0);
  x = 3;
  pthread_mutex_unlock(&m1);
  pthread_mutex_unlock(&m0);
  return NULL;
}

int
main(void)
{
  pthread_t t0, t1;

  pthread_create(&t0, NULL, increment, NULL);
  pthread_create(&t1, NULL, overwrite, NULL);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  assert(x == 3 || x == 4);
  return 0;
}

// why: pthread_mutex_lock(&m0);
// why: pthread_mutex_lock(&m1);
