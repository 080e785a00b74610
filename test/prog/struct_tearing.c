/* The assignment of a large structure is no single step: a reader sees one half old, one new. */
// args: --rounds 2 --unwind 1
// verdict: bug
// expect: a == b
// labels: 3 3 3
#include <assert.h>
#include <pthread.h>

struct pair {
  long a, b;
  long padding[6];
};

static struct pair shared;
static const struct pair ones = {1, 1, {0}};

static void *
first(void *argument)
{
  shared = ones;
  return argument;
}

static void *
second(void *argument)
{
  long b = shared.b;
  long a = shared.a;

  assert(a == b);
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
