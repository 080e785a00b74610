/* A thread waits for ever because of what it saw before, whatever the variable becomes afterwards: it
 * sleeps on a condition variable that only it uses, or goes round without looking again. */
// run: --property deadlock --rounds 2 => bug
// run: --property deadlock --rounds 2 -- -DSPIN => bug
// run: --property deadlock --rounds 3 -- -DLOOK => safe
// expect: deadlock
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *
work(void *argument)
{
#ifdef SPIN
  int seen = ready;

  while (!seen)
    ;
#elif defined LOOK
  while (!ready)
    ;
#else
  pthread_mutex_lock(&mutex);
  if (!ready)
    pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
#endif
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  ready = 1;
  pthread_join(thread, NULL);
  return 0;
}
