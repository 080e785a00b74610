/* Each thread takes a mutex, but not the same one. */
// args: --rounds 3 --unwind 1
// verdict: bug
// expect: x == 2
// labels: 3 3 3
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int x;

static void *
work(void *mutex)
{
  pthread_mutex_lock(mutex);
  x++;
  pthread_mutex_unlock(mutex);
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, &mutexes[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(x == 2);
  return 0;
}
