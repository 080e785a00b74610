/* Two threads that have run long pause where they jump back, here to a store: in the first turn with the mutex, in the second
 * one without, and not before both have done the first one. */
// also: races
// wrong race
// right -DLOCKED
#include <pthread.h>
#include <stdatomic.h>

#define TEN(x) x x x x x x x x x x

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int turns;
static int shared;

static void *
work(void *argument)
{
  int n = 0, sum = 0;
  pthread_mutex_lock(&mutex);
  do {
    shared = 1;
#ifdef LOCKED
    if (n == 0) {
      pthread_mutex_unlock(&mutex);
      pthread_mutex_lock(&mutex);
    }
#else
    if (n == 0) {
      pthread_mutex_unlock(&mutex);
      turns++;
      while (turns != 2)
        ;
    }
#endif
    TEN(TEN(TEN(sum += n; sum ^= 1;)))
  } while (++n < 2);
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
  return argument;
}

int
main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
