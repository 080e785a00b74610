/* A thread that did not get the mutex unlocks it for the one who holds it; without the check, it lets a
 * third one in. */
// run: --rounds 2 --unwind 1 => bug
// run: --rounds 2 --unwind 1 --property assert => bug
// expect: the thread does not hold the mutex
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *
work(void *argument)
{
  pthread_mutex_lock(&mutex);
  inside++;
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void *
meddle(void *argument)
{
  if (pthread_mutex_trylock(&mutex) != 0)
    pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t a, b, c;

  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, meddle, NULL);
  pthread_create(&c, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
