/* Fields of odd widths leave their neighbours alone. */
// right
// wrong assertion -DWRONG
// open a bit-field that several threads use -DSHARED
#include <assert.h>
#include <pthread.h>

struct fields {
  unsigned a : 20;
  unsigned char c;
};

static struct fields x;

static void *
work(void *argument)
{
#ifdef SHARED
  x.a = 1;
#endif
  return argument;
}

int
main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  x.c = 7;
  x.a = 9;
#ifdef WRONG
  assert(x.c == 0);
#else
  assert(x.c == 7 && (x.a == 9 || x.a == 1));
#endif
  pthread_join(t, NULL);
  return 0;
}
