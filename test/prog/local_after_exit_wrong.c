// The thread leaves its functions by pthread_exit: their variables are gone all the same.
// run: --rounds 2 => bug
// expect: use of a local variable after its function returned: local
#include <pthread.h>

static int *shown;

static void
leave(void)
{
  int local = 1;

  shown = &local;
  pthread_exit(NULL);
}

static void *
work(void *argument)
{
  leave();
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return *shown;
}
