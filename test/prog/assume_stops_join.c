/* A thread that does not get past its assumption has not ended: nobody can join it. */
// args: --rounds 3 --unwind 1
// verdict: safe
// labels: 2 1
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int condition);

static int x;

static void *
work(void *argument)
{
  __VERIFIER_assume(x == 1);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(0);
  return 0;
}
