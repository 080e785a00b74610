// A thread uses a variable of a block, which its creator leaves before or after an inlined function has
// joined the thread.
// run: --rounds 3 --unwind 2 => safe
// run: --rounds 3 --unwind 2 -- -DBODY => safe
// run: --rounds 3 --unwind 2 -- -DWRONG => bug
// run: --rounds 3 --unwind 2 -- -DWRONG -DBODY => bug
// expect: use of a local variable after its block was left: v
// replay: all
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define INLINE static inline __attribute__((always_inline))

static pthread_t thread;

static void *
work(void *argument)
{
  ++*(int *)argument;
  return NULL;
}

INLINE void
start(int *counter)
{
  pthread_create(&thread, NULL, work, counter);
}

INLINE void
stop(void)
{
  pthread_join(thread, NULL);
}

INLINE void
body(void)
{
  int v = 1;
  start(&v);
#ifndef WRONG
  stop();
  assert(v == 2);
#endif
}

int
main(void)
{
#ifdef BODY
  body();
#else
  {
    int v = 1;
    start(&v);
#ifndef WRONG
    stop();
    assert(v == 2);
#endif
  }
#endif
#ifdef WRONG
  stop();
#endif
  return 0;
}
