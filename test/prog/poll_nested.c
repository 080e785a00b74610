/* Two locks are taken to look. -DCROSSED takes them in the other order elsewhere; -DHELD polls while
 * the lock is held that the other thread needs to set the flag; -DJOINED joins the poller meanwhile. */
// run: --unwind 1 --engine explicit => safe
// run: --unwind 1 --engine order => safe
// run: --rounds 2 --unwind 1 -- -DCROSSED => bug
// run: --rounds 2 --unwind 1 -- -DHELD => bug
// run: --rounds 2 --unwind 1 -- -DJOINED => bug
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static bool flag;

static void *
poll(void *unused)
{
  bool seen;
#ifdef HELD
  pthread_mutex_lock(&outer);
#endif
  do {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    seen = flag;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    sched_yield();
  } while (!seen);
#ifdef HELD
  pthread_mutex_unlock(&outer);
#endif
  return unused;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, poll, NULL);
  pthread_mutex_lock(&outer);
#ifdef JOINED
  pthread_mutex_lock(&second);
  pthread_join(thread, NULL);
#endif
#ifdef CROSSED
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
#else
  pthread_mutex_lock(&first);
#ifndef JOINED
  pthread_mutex_lock(&second);
#endif
#endif
  flag = true;
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&outer);
#ifndef JOINED
  pthread_join(thread, NULL);
#endif
  return 0;
}
