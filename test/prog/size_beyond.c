// A size that the bounds leave out: the run ends there, and the verdict says so. A rule makes room.
// verdict: bounded
// expect: size_beyond.c:21 of other sizes than those tried, up to 1024 bytes
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static unsigned units = 1;

static void *
grow(void *argument)
{
  units += units * 399;
  return argument;
}

static unsigned
fill(void)
{
  unsigned *block = malloc(units * sizeof *block);
  block[units - 1] = units;
  unsigned last = block[units - 1];
  free(block);
  return last;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, grow, NULL);
  pthread_join(thread, NULL);
  assert(fill() != 400);
  return 0;
}
