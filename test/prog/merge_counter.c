// Threads that count under a mutex: each is one step, so that few rounds are enough for a proof.
// args: --rounds 4 --unwind 3
// verdict: safe
// labels: 4 2 2 2
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *
work(void *argument)
{
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(count == 3);
}
