// In one round main cannot look at what the thread did, and the verdict says so.
// args: --rounds 1 --unwind 2
// verdict: bounded
// expect: no assertion was reached: no run comes to test/prog/vacuous_rounds.c:24 (that takes more rounds)
#include <assert.h>
#include <pthread.h>

static int number;

static void *
set(void *argument)
{
  number = 1;
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, set, NULL);
  pthread_join(thread, NULL);
  assert(number == 1);
  return 0;
}
