// The bound of a loop keeps every run from the assertion: no proof, and said.
// args: --rounds 2 --unwind 2
// verdict: bounded
// expect: no assertion was reached: no run comes to test/prog/vacuous_cut.c:26 (the loop at line 24 is cut after 2 iterations)
// brute: no
#include <assert.h>
#include <pthread.h>

static int turns;

static void *
turn(void *argument)
{
  turns++;
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, turn, NULL);
  for (int i = turns; i < 100000; i += turns + 1)
    ;
  assert(turns == 7);
  pthread_join(thread, NULL);
  return 0;
}
