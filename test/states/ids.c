/* The id of a thread that is over may be that of another one. */
// right
// open the program looks at the ids of threads -DLOOKS
// open ids of threads that may be the same -DCOMPARES
#include <assert.h>
#include <pthread.h>

static pthread_t first;

static void *
work(void *argument)
{
#ifdef LOOKS
  assert(pthread_self() != first);
#endif
#ifdef COMPARES
  assert(!pthread_equal(pthread_self(), first));
#endif
  return argument;
}

int
main(void)
{
  pthread_t a;
  for (int i = 0; i < 2; i++) {
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    first = a;
  }
  return 0;
}
