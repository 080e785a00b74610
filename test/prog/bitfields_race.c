/* Neighbouring bit-fields share a byte: writing one means reading and writing the other. */
// args: --rounds 3 --unwind 1
// verdict: bug
// labels: 3 3 3
#include <assert.h>
#include <pthread.h>

static struct {
  unsigned a : 4;
  unsigned b : 4;
} shared;

static void *
first(void *argument)
{
  shared.a = 1;
  return argument;
}

static void *
second(void *argument)
{
  shared.b = 2;
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
  assert(shared.a == 1 && shared.b == 2);
  return 0;
}
