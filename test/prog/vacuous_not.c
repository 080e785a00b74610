// Nothing to be noted: assert(0) is there not to be reached, an unused function is no assertion that
// is missed, and main need not come to its end for a thread to come to its assertion.
// run: => safe
// run: -- -DFAIL => bug
// expect: assertion failed: number == WANTED
#include <assert.h>
#include <pthread.h>

#ifdef FAIL
#define WANTED 2
#else
#define WANTED 1
#endif

static int number;

static void
unused(int x)
{
  assert(x == 3);
}

static void *
set(void *argument)
{
  number = 1;
  switch (number) {
  case 1:
    break;
  default:
    assert(0);
  }
  assert(number == WANTED);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  (void)unused;
  pthread_create(&thread, NULL, set, NULL);
  pthread_join(thread, NULL);
  return 0;
}
