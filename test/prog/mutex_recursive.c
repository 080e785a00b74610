/* A recursive mutex lets its owner in again and opens after as many unlocks. */
// args: --rounds 2 --unwind 1
// verdict: bounded
// labels: 3 10 10
// clauses: 1920
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int inside;

static void *
work(void *argument)
{
  pthread_mutex_lock(&mutex);
  inside++;
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(inside == 1);
  inside--;
  assert(pthread_mutex_unlock(&mutex) == 0);
  return argument;
}

int
main(void)
{
  pthread_mutexattr_t attributes;
  pthread_t a, b;
  int kind;

  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutexattr_gettype(&attributes, &kind);
  assert(kind == PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
