/* A thread that is cancelled while it holds a lock takes it to its grave. */
// run: --rounds 2 --unwind 1 => bug
// expect: pthread_mutex_trylock(&lock) == 0
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *
work(void *argument)
{
  pthread_mutex_lock(&lock);
  sleep(1);
  pthread_mutex_unlock(&lock);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  assert(pthread_mutex_trylock(&lock) == 0);
  return 0;
}
