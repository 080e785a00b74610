/* Nobody looks at what malloc returns. That it never fails is a configuration, stated in the
 * verdict; with the other one there is a bug. */
// run: --rounds 3 => safe
// run: --rounds 3 --sv-comp => safe
// run: --rounds 1 --malloc-may-fail => bug
// expect: null
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *
work(void *argument)
{
  long *own = malloc(sizeof *own);
  *own = (long)argument;
  assert(*own == 7);
  free(own);
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, (void *)7);
  pthread_join(thread, NULL);
}
