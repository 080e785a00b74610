/* sleep, usleep and nanosleep are cancellation points: each of the three may be the last. */
// run: --rounds 3 --unwind 1 => bug
// expect: x != 1
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static int x;

static void *
work(void *argument)
{
  struct timespec moment = {0, 1000};

  sleep(1);
  x++;
  usleep(1000);
  x++;
  nanosleep(&moment, NULL);
  x++;
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  assert(x != 1);
  return 0;
}
