// The struct is atomic, but a member is changed by a load of the whole and a store of the whole.
// run: --rounds 3 --unwind 2 => bug
// expect: assertion failed: seen.x == 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct point {
  int x, y, z;
};

static _Atomic struct point point;

static void *
mover(void *argument)
{
  struct point here = point;
  here.x++;
  point = here;
  return argument;
}

int
main(void)
{
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, mover, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  struct point seen = point;
  assert(seen.y == 0 && seen.z == 0);
  assert(seen.x == 2);
  return 0;
}
