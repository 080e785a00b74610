/* A second lock is taken only while the flag is not set yet: whoever polls does not wait for that lock
 * when the flag is set. -DHELD holds it until the flag is set, for which it is needed. */
// run: --unwind 1 --engine explicit => safe
// run: --unwind 1 --engine order => safe
// run: --rounds 2 --unwind 1 -- -DHELD => bug
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static bool flag;
static volatile int data;
static atomic_bool seen;

static void
set(void)
{
  pthread_mutex_lock(&first);
  flag = true;
  pthread_mutex_unlock(&first);
}

static void *
run(void *unused)
{
#ifndef HELD
  set();
#endif
  pthread_mutex_lock(&second);
  while (!seen)
    ;
#ifdef HELD
  set();
#endif
  pthread_mutex_unlock(&second);
  return unused;
}

int
main(void)
{
  pthread_t thread;
  bool done;
  pthread_create(&thread, NULL, run, NULL);
  do {
    pthread_mutex_lock(&first);
    done = flag;
    if (!done) {
      pthread_mutex_lock(&second);
      (void)data;
      pthread_mutex_unlock(&second);
    }
    pthread_mutex_unlock(&first);
  } while (!done);
  seen = true;
  pthread_join(thread, NULL);
  return 0;
}
