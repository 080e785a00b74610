/* Late stores outside of the tiles are switched off; but one that waits in a tile is not hurried by
 * others behind it that are not in one, whether they happen or not. */
// run: --memory-model tso --rounds 3 --unwind 1 => bug
// run: --memory-model tso --rounds 3 --unwind 1 --tile-size 1 --tiles 1 => bug
// run: --memory-model pso --rounds 3 --unwind 1 --tile-size 1 --tiles 1 => bug
// run: --memory-model sc --rounds 3 --unwind 1 --tile-size 1 --tiles 1 => bounded
// expect: r1 || r2 || z == 1 || v == 1
// brute: no
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static int x, y, z, v, r1, r2;

static void *
left(void *argument)
{
  _Bool both = __VERIFIER_nondet_bool();

  x = 1;
  if (both)
    z = 1;
  if (both)
    v = 1;
  r1 = y;
  return argument;
}

static void *
right(void *argument)
{
  y = 1;
  __sync_synchronize();
  r2 = x;
  z = 2;
  v = 2;
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 || r2 || z == 1 || v == 1);
  return 0;
}
