/* A constructor starts a thread, which may be too late or too early for main. */
// run: --rounds 2 --unwind 1 => bug
// expect: ready == 0
#include <assert.h>
#include <pthread.h>

static int ready;

static void *
prepare(void *unused)
{
  (void)unused;
  ready = 1;
  return NULL;
}

__attribute__((constructor)) static void
start(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, prepare, NULL);
}

int
main(void)
{
  assert(ready == 0);
  return 0;
}
