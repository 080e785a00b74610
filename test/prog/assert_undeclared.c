// run: -- -Wno-implicit-function-declaration => bug
// run: -- -Wno-implicit-function-declaration -DJOIN => safe
// expect: assert(done == 1);
// expect: assertion failed
//
// <assert.h> is not included, so that assert is a function nobody declares: the same as the macro.
#include <pthread.h>

static int done;

static void *
work(void *argument)
{
  (void)argument;
  done = 1;
  return NULL;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
#ifdef JOIN
  pthread_join(thread, NULL);
#endif
  assert(done == 1);
  return 0;
}
