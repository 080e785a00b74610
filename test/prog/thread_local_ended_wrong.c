// A thread-local variable ends with its thread.
// run: --rounds 3 => bug
// expect: use of a thread-local variable after its thread ended: own
#include <pthread.h>
#include <stdatomic.h>

static _Thread_local int own;
static int *_Atomic shown;
static atomic_int done;

static void *
work(void *argument)
{
  shown = &own;
  done = 1;
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  while (!done) {
  }
  *shown = 1;
  pthread_join(thread, NULL);
  return 0;
}
