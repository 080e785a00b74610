/* lost_update.c put right with a mutex. */
// args: --rounds 3 --unwind 2
// verdict: safe
// labels: 3 2 2
// clauses: 232
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *
increment(void *argument)
{
  (void)argument;
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
