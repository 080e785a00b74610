/* The block goes while it is copied or filled, before a struct in it is read, or before one byte
 * is; others have steps left then, and come no further. */
// run: --unwind 20 --property memory -- -DUSE=KEEP => bug
// run: --unwind 20 --property memory -- -DUSE=FILL => bug
// run: --unwind 20 --property memory -- -DUSE=COPY => bug
// run: --unwind 20 --property memory -- -DUSE=SET => bug
// expect: use after free
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct block {
  int at[4];
};

#define KEEP kept = *block
#define FILL memset(block, 1, sizeof *block)
#define COPY memcpy(block, &kept, sizeof *block)
#define SET block->at[3] = 1

static struct block *block, kept;
static int steps;

static void *
release(void *argument)
{
  free(block);
  return argument;
}

static void *
walk(void *argument)
{
  steps++;
  return argument;
}

int
main(void)
{
  pthread_t threads[2];
  block = calloc(1, sizeof *block);
  pthread_create(&threads[0], NULL, release, NULL);
  pthread_create(&threads[1], NULL, walk, NULL);
  USE;
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
