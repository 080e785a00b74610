// Main waits for a thread that another bound keeps from its end: the reason is the size there.
// args: --rounds 2 --unwind 1
// verdict: bounded
// expect: no assertion was reached: no run comes to test/prog/vacuous_join.c:30 (what is made at line 17 is larger than the sizes tried, up to 1024 bytes)
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static unsigned units = 1;

static void *
use(void *argument)
{
  units += units * 399;

  unsigned *block = malloc(units * sizeof *block);
  block[units - 1] = 1;
  free(block);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, use, NULL);
  pthread_join(thread, NULL);
  assert(units != 400);
  return 0;
}
