/* pthread_exit leaves all functions of the thread, so their local variables are gone: the one that
 * the argument of the thread points to is main's, the others are not to be used any more. */
// run: --rounds 2 -- -DUSE=0 => safe
// run: --rounds 2 -- -DUSE=1 => bug
// run: --rounds 2 -- -DUSE=2 => bug
// run: --rounds 2 -- -DUSE=3 => bug
// expect: use of a local variable after its function returned
#include <assert.h>
#include <pthread.h>

static int *outer, *inner;

static void
leave(void)
{
  int local = 2;

  inner = &local;
  assert(*inner == 2);
  pthread_exit(NULL);
}

static void *
work(void *argument)
{
  int local = 1;

  outer = &local;
  leave();
  *(int *)argument = 4;
  return NULL;
}

int
main(void)
{
  pthread_t thread;
  int own = 3;

  pthread_create(&thread, NULL, work, &own);
#if USE == 3
  if (outer)
    return *outer;
#endif
  pthread_join(thread, NULL);
  assert(own == 3);
#if USE == 1
  assert(*outer == 1);
#elif USE == 2
  assert(*inner == 2);
#endif
  return 0;
}
