// args: --property all --rounds 2
// exit: 10
#include <pthread.h>

static int x;

static void *
worker(void *unused)
{
  x = 1;
  return unused;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  x = 2;
  pthread_join(thread, 0);
  return 0;
}
