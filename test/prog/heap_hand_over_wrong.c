/* The box is handed over before it is filled. */
// args: --rounds 1 --unwind 1
// verdict: bug
// brute: no
// expect: *mine == 5
// labels: 3 3 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) box;

static void *
first(void *argument)
{
  int *mine = malloc(sizeof *mine);

  box = mine;
  *mine = 5;
  return argument;
}

static void *
second(void *argument)
{
  int *mine = atomic_exchange(&box, NULL);

  if (mine)
    assert(*mine == 5);
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
