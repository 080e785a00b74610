/* The id of a thread that is over may be that of another one. */
// right
// open the program looks at the ids of threads -DLOOKS
// open ids of threads that may be the same -DCOMPARES
// open ids of threads that may be the same -DEQUAL
// open ids of threads that may be the same -DDETACHED
// open the program looks at the ids of threads -DPASSED
#include <assert.h>
#include <pthread.h>

static pthread_t first;

#ifdef PASSED
static int
same(pthread_t a, pthread_t b)
{
  return a == b;
}
#endif

static void *
work(void *argument)
{
#ifdef PASSED
  assert(!same(pthread_self(), first));
#endif
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
#ifdef DETACHED
    pthread_detach(a);
#else
    pthread_join(a, NULL);
#endif
#ifdef EQUAL
    assert(i == 0 || a != first);
#endif
#ifdef DETACHED
    assert(i == 0 || !pthread_equal(a, first));
#endif
    first = a;
  }
  return 0;
}
