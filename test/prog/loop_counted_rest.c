/* Two threads that count to 500 under a lock. The bug needs only a few of the iterations, which are tried first;
 * the rest is bounded, and the verdict says so. */
// run: --time 10m -- -DWRONG => bug
// run: --rounds 2 --unwind 2 => bounded
// expect: depth < 5
// brute: 1
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int depth;

static void *
push(void *argument)
{
  for (int i = 0; i < 500; i++) {
    pthread_mutex_lock(&lock);
    depth++;
#ifdef WRONG
    assert(depth < 5);
#endif
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

static void *
pop(void *argument)
{
  for (int i = 0; i < 500; i++) {
    pthread_mutex_lock(&lock);
    if (depth > 0)
      depth--;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int
main(void)
{
  pthread_t first, second;

  pthread_create(&first, NULL, push, NULL);
  pthread_create(&second, NULL, pop, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
