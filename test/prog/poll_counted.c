/* Who counts how often it has looked does more than wait: under the lock, with the flag's owner,
 * or alone. */
// run: --rounds 4 --unwind 4 => bug
// run: --rounds 4 --unwind 4 -- -DALONE => bug
// run: --rounds 4 --unwind 4 -- -DOUTSIDE => bug
// run: --rounds 2 --unwind 2 -- -DALONE => bounded
// expect: tries < 3
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool flag;
#ifdef ALONE
#define tries own
#else
static int tries;
#endif

static void *
set(void *unused)
{
  pthread_mutex_lock(&mutex);
  flag = true;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int
main(void)
{
  pthread_t thread;
  bool seen;
#ifdef ALONE
  int own = 0;
#endif
  pthread_create(&thread, NULL, set, NULL);
  do {
    pthread_mutex_lock(&mutex);
    seen = flag;
#ifndef OUTSIDE
    tries += !seen;
#endif
    pthread_mutex_unlock(&mutex);
#ifdef OUTSIDE
    tries += !seen;
#endif
  } while (!seen);
  assert(tries < 3);
  pthread_join(thread, NULL);
  return 0;
}
