/* The type of cancellation, which is deferred at first. */
// run: --rounds 2 --unwind 1 => safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int
main(void)
{
  int type = 77;

  assert(pthread_setcanceltype(77, &type) == EINVAL && type == 77);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type) == 0);
  assert(type == PTHREAD_CANCEL_DEFERRED);
  return 0;
}
