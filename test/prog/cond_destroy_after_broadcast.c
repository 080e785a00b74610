/* POSIX: "a condition variable can be destroyed immediately after all the threads that are blocked on it are awakened".
 * Those who were woken need not have left yet: the memory may go at once, freed or as a local variable. */
// run: --no-spurious => bounded
// run: --no-spurious -- -DSIGNAL => bounded
// run: --no-spurious -- -DLOCAL => bounded
// run: --no-spurious -- -DAGAIN => bounded
// run: -- -DUNTOLD => bug
// run: -- -DTOO_EARLY => bug
// expect: the condition variable is destroyed while a thread waits
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *condition;
static int open_now, waits;

static void *
visit(void *argument)
{
  pthread_mutex_lock(&mutex);
  waits++;
  while (!open_now)
    pthread_cond_wait(condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void
let_in(pthread_cond_t *its)
{
  pthread_t thread;
  int nobody;

  condition = its;
  pthread_cond_init(condition, NULL);
  pthread_create(&thread, NULL, visit, NULL);
  pthread_mutex_lock(&mutex);
  nobody = !waits;
  open_now = 1;
#ifndef UNTOLD
  if (!nobody)
#ifdef SIGNAL
    pthread_cond_signal(condition);
#else
    pthread_cond_broadcast(condition);
#endif
#endif
#ifdef TOO_EARLY
  open_now = nobody;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
#endif
  pthread_mutex_unlock(&mutex);
  if (nobody)
    pthread_join(thread, NULL);
  pthread_cond_destroy(condition);
#ifdef AGAIN
  pthread_cond_init(condition, NULL);
  pthread_cond_destroy(condition);
#endif
}

int
main(void)
{
#ifdef LOCAL
  pthread_cond_t its;

  let_in(&its);
#else
  pthread_cond_t *its = malloc(sizeof *its);

  let_in(its);
  free(its);
#endif
  return 0;
}
