/* A thread that is created only on one path, and joined there. */
// args: --rounds 3 --unwind 1
// verdict: bug
// expect: x == 0
// labels: 4 2
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static int x;

static void *
work(void *argument)
{
  x = 1;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  _Bool wanted = __VERIFIER_nondet_bool();

  if (wanted)
    pthread_create(&thread, NULL, work, NULL);
  if (wanted)
    pthread_join(thread, NULL);
  assert(x == wanted);
  assert(x == 0);
  return 0;
}
