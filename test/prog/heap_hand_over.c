/* One thread allocates and fills, the other reads and frees. */
// args: --rounds 2 --unwind 1
// verdict: bounded
// labels: 3 3 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) box;

static void *
first(void *argument)
{
  int *mine = malloc(sizeof *mine);

  *mine = 5;
  box = mine;
  return argument;
}

static void *
second(void *argument)
{
  int *mine = atomic_exchange(&box, NULL);

  if (mine) {
    assert(*mine == 5);
    free(mine);
  }
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
