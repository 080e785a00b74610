// A thread that is cancelled sees what the one did that cancels it; a mere store tells it less.
// run: --memory-model pso --rounds 2 --property assert => bounded
// run: --memory-model pso --rounds 2 --property assert -- -DSTORE => bug
// run: --memory-model tso --rounds 2 --property assert -- -DSTORE => bounded
// replay: no, a machine does not do it on demand
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int x, go;

static void
look(void *unused)
{
  (void)unused;
  assert(x == 1);
}

static void *
waits(void *unused)
{
#ifdef STORE
  while (!go)
    ;
  look(NULL);
#else
  pthread_cleanup_push(look, NULL);
  pause();
  pthread_cleanup_pop(0);
#endif
  return unused;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, waits, NULL);
  x = 1;
#ifdef STORE
  go = 1;
#else
  pthread_cancel(thread);
#endif
  pthread_join(thread, NULL);
  (void)go;
  (void)look;
  return 0;
}
