/* pthread_mutex_trylock succeeds for one thread at a time. */
// args: --rounds 2 --unwind 1
// verdict: bounded
// labels: 3 3 3
// clauses: 414
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *
work(void *argument)
{
  if (pthread_mutex_trylock(&mutex) == 0) {
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
