// Whoever tries to get the mutex sees that it is held: giving it back stays a step of its own.
// run: --rounds 2 --unwind 2 => bug
// run: --rounds 2 --unwind 2 --no-merge => bug
// run: --rounds 4 --unwind 2 --engine explicit => bug
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
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  int error = pthread_mutex_trylock(&mutex);
  assert(!error);
  count++;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return count;
}
