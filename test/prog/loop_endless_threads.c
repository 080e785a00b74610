/* Threads are created for ever. The third one finds three of them; the loop is raised until it is there. */
// run: --time 10m => bug
// run: --rounds 1 --unwind 2 => bounded
// expect: atomic_fetch_add(&entered, 1) < 2
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int entered;

static void *
serve(void *argument)
{
  assert(atomic_fetch_add(&entered, 1) < 2);
  return argument;
}

int
main(void)
{
  do {
    pthread_t thread;
    pthread_create(&thread, NULL, serve, NULL);
    pthread_detach(thread);
  } while (1);
}
