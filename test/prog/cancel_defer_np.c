/* The macros that also defer cancellation, and restore its type. */
// run: --rounds 2 --unwind 1 => bounded
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static int handled;

static void
handle(void *argument)
{
  handled += *(int *)argument;
}

int
main(void)
{
  int one = 1, type;

  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  pthread_cleanup_push_defer_np(handle, &one);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
  assert(type == PTHREAD_CANCEL_DEFERRED);
  pthread_cleanup_pop_restore_np(1);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
  assert(type == PTHREAD_CANCEL_ASYNCHRONOUS);
  assert(handled == 1);
  return 0;
}
