/* Handlers run when main has been left, and then its local variables are gone: after a return, after pthread_exit, for the
 * handler and for other threads meanwhile. Inside exit they are not. */
// run: --rounds 3 => bug
// run: --rounds 3 -- -DEXIT => safe
// run: --rounds 3 -- -DSTATIC => safe
// run: --rounds 3 -- -DLEAVE => bug
// run: --rounds 3 -- -DLEAVE -DSTATIC => safe
// run: --rounds 3 -- -DTHREAD => bug
// run: --rounds 3 -- -DTHREAD -DEXIT => safe
// run: --rounds 3 -- -DTHREAD -DJOIN => safe
// run: --rounds 3 -- -DTHREAD -DSILENT => safe
// expect: use of a local variable after its function returned: local
#include <pthread.h>
#include <stdlib.h>

static int *shown, at_end;

static void
handler(void)
{
#ifndef THREAD
  *shown = 3;
#else
  at_end = 1;
#endif
}

static void *
work(void *argument)
{
  *(int *)argument = 4;
  return NULL;
}

int
main(void)
{
#ifdef STATIC
  static
#endif
    int local = 0;
#ifdef THREAD
  pthread_t thread;
#endif

  shown = &local;
#ifndef SILENT
  atexit(handler);
#else
  (void)handler;
#endif
#ifdef THREAD
  pthread_create(&thread, NULL, work, &local);
#ifdef JOIN
  pthread_join(thread, NULL);
#endif
#else
  (void)work;
#endif
#if defined EXIT
  exit(0);
#elif defined LEAVE
  pthread_exit(NULL);
#endif
  return 0;
}
