/* What a thread returns or gives to pthread_exit is what join finds. */
// args: --rounds 2 --unwind 1
// verdict: bounded
// labels: 3 1 1
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int box = 9;

static void
leave(void)
{
  pthread_exit((void *)42);
}

static void *
first(void *argument)
{
  (void)argument;
  leave();
  assert(0);
  return NULL;
}

static void *
second(void *argument)
{
  return argument;
}

int
main(void)
{
  pthread_t a, b;
  void *from_a, *from_b;

  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, &box);
  assert(pthread_join(a, &from_a) == 0);
  assert(pthread_join(b, &from_b) == 0);
  assert((intptr_t)from_a == 42);
  assert(*(int *)from_b == 9);
  return 0;
}
