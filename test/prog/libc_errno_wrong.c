/* ... but its address can be given away. */
// run: --rounds 3 => bug
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static void *
work(void *argument)
{
  *(int *)argument = EINTR;
  return NULL;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, &errno);
  strtol("1", NULL, 99);
  assert(errno == EINVAL);
  return 0;
}
