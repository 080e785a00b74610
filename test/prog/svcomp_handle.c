/* pthread_create stores the handle. POSIX lets the new thread run before that; in the competition
 * the handle is there when the thread begins. A third thread that looks at it races in any case. */
// run: --property race --rounds 2 => bug
// run: --property race --rounds 5 --sv-comp => safe
// run: --property assert --rounds 2 => bug
// run: --property assert --rounds 5 --sv-comp => safe
// run: --property assert --rounds 5 --sv-comp --memory-model tso => safe
// run: --property race --rounds 2 --sv-comp -- -DTHIRD => bug
// expect: data race
#include <assert.h>
#include <pthread.h>

static pthread_t handles[2];

static void *
look(void *argument)
{
  long i = (long)argument;
  assert(pthread_equal(handles[i], pthread_self()));
  return NULL;
}

#ifdef THIRD
static void *
spy(void *argument)
{
  return handles[1] ? argument : NULL;
}
#endif

int
main(void)
{
#ifdef THIRD
  pthread_t third;
  pthread_create(&third, NULL, spy, NULL);
#endif
  for (long i = 0; i < 2; i++)
    pthread_create(&handles[i], NULL, look, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(handles[i], NULL);
#ifdef THIRD
  pthread_join(third, NULL);
#endif
}
