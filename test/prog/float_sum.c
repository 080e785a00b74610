/* Two threads add to a double under a mutex, and nothing is lost. */
// run: --rounds 3 => safe
#include <assert.h>
#include <pthread.h>

static double sum = 0.3;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *
add(void *argument)
{
  pthread_mutex_lock(&mutex);
  sum += *(double *)argument;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  double first = 0.2, second = 0.1;
  pthread_t a, b;

  pthread_create(&a, NULL, add, &first);
  pthread_create(&b, NULL, add, &second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  /* Rounding depends on the order: 0.6 or 0.6000000000000001. */
  assert(sum == 0.3 + 0.2 + 0.1 || sum == 0.3 + 0.1 + 0.2);
  return 0;
}
