/* One unlock too many in the middle opens a recursive mutex too early. */
// args: --rounds 2 --unwind 1
// verdict: bug
// expect: inside == 1
// labels: 3 10 10
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int inside;

static void *
work(void *argument)
{
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
  inside++;
  assert(inside == 1);
  inside--;
  return argument;
}

int
main(void)
{
  pthread_mutexattr_t attributes;
  pthread_t a, b;

  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
