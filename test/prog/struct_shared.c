/* Threads that write different members of one structure do not disturb each other. */
// args: --rounds 3 --unwind 1
// verdict: safe
// labels: 3 1 1
// clauses: 45
#include <assert.h>
#include <pthread.h>

static struct {
  char a, b;
  short c;
} shared;

static void *
first(void *argument)
{
  shared.a = 1;
  shared.c = -1;
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
  assert(shared.a == 1 && shared.b == 2 && shared.c == -1);
  return 0;
}
