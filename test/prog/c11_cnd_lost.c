/* The signal may come before the thread waits, and nobody remembers it. */
// run: --rounds 2 --unwind 1 => bug
// expect: deadlock
#include <pthread.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t condition;

static void *
work(void *argument)
{
  mtx_lock(&mutex);
  cnd_wait(&condition, &mutex);
  mtx_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  pthread_create(&thread, NULL, work, NULL);
  cnd_broadcast(&condition);
  pthread_join(thread, NULL);
  return 0;
}
