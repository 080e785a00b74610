// Both threads write to a block that is freed in the end: whether the block is still alive is looked
// at in one step with the access, which is a plain one all the same.
// run: --rounds 2 --property race => bug
// run: --rounds 2 --property race,memory => bug
// run: --rounds 2 --property memory => bounded
// expect: data race
#include <pthread.h>
#include <stdlib.h>

static void *
work(void *argument)
{
  int *block = argument;

  *block = 1;
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];
  int *block = malloc(sizeof *block);

  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, block);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  free(block);
  return 0;
}
