// Another value decides how large the block is: every run gets past the malloc, and its end is known.
// run: -- -DRIGHT => safe
// run: => bug
// expect: assertion failed: units != 3
// run: -- -DRIGHT -DINDEX=units => bug
// run: -- -DRIGHT -DINDEX=-1 => bug
// run: --memory-model pso -- -DRIGHT => safe
// run: --property race -- -DRIGHT => safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef INDEX
#define INDEX units - 1
#endif

static int units;
static int *block;

static void *
allocate(void *argument)
{
  units += 3;
  block = malloc((unsigned)units * sizeof *block);
  block[0] = 7;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, allocate, NULL);
  pthread_join(thread, NULL);
  block[INDEX] = 5;
#ifdef RIGHT
  assert(units == 3 && block[2] == 5 && block[0] == 7);
#else
  assert(units != 3);
#endif
  free(block);
  return 0;
}
