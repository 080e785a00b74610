/* The state of the machine is shared: the other thread changes where the next jump goes. */
// run: --rounds 2 --unwind 2 => bug
// expect: steps == 1
#include <assert.h>
#include <pthread.h>

static int state;

static void *
other(void *unused)
{
  (void)unused;
  state = 1;
  return NULL;
}

int
main(void)
{
  static void *const labels[] = {&&first, &&second};
  pthread_t thread;
  int steps = 0;

  pthread_create(&thread, NULL, other, NULL);
  goto *labels[state];
first:
  steps++;
  assert(state == 0 || steps == 1);
  goto *labels[state];
second:
  assert(steps == 1);
  pthread_join(thread, NULL);
  return 0;
}
