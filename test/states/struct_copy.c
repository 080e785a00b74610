/* A struct is copied word by word: others may come between. */
// right
// open a struct is copied that several threads use -DSHARED
#include <assert.h>
#include <pthread.h>

struct pair {
  long a, b, c[4];
};

static struct pair x, y;

static void *
work(void *argument)
{
#ifdef SHARED
  y = x;
  assert(y.a == y.b);
#endif
  return argument;
}

int
main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  x.a = x.b = 1;
  y = x;
  pthread_join(t, NULL);
  assert(y.a == 1);
  return 0;
}
