/* A thread that creates another and waits for it. */
// args: --rounds 3 --unwind 1
// verdict: safe
// labels: 2 2 1
// clauses: 63
#include <assert.h>
#include <pthread.h>

static int x;

static void *
inner(void *argument)
{
  x += 1;
  return argument;
}

static void *
outer(void *argument)
{
  pthread_t thread;

  x = 1;
  pthread_create(&thread, NULL, inner, NULL);
  pthread_join(thread, NULL);
  assert(x == 2);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, outer, NULL);
  pthread_join(thread, NULL);
  assert(x == 2);
  return 0;
}
