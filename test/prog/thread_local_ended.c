// Another thread may use a thread-local variable as long as its thread runs, and always that of main.
// run: --rounds 3 => bounded
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
  while (done == 1) {
  }
  *(int *)argument = 2;
  return NULL;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, &own);
  while (!done) {
  }
  *shown = 1;
  done = 2;
  pthread_join(thread, NULL);
  return 0;
}
