/* A thread that is cancelled while it holds a lock gives it back in its cleanup handler. */
// run: --rounds 3 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void
unlock(void *argument)
{
  pthread_mutex_unlock(argument);
}

static void *
work(void *argument)
{
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  sleep(1);
  pthread_cleanup_pop(1);
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
