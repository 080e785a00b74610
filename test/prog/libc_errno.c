/* errno is a variable of each thread ... */
// run: --rounds 3 => safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static void *
work(void *argument)
{
  (void)argument;
  assert(errno == 0);
  strtol("1", NULL, 99);
  assert(errno == EINVAL);
  return NULL;
}

int
main(void)
{
  pthread_t thread;

  errno = ERANGE;
  pthread_create(&thread, NULL, work, NULL);
  assert(errno == ERANGE);
  pthread_join(thread, NULL);
  assert(errno == ERANGE);
  return 0;
}
