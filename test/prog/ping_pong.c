/* Each exchange of messages costs a round: the number of rounds is what decides. */
// run: --rounds 1 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 => bounded
// run: --rounds 3 --unwind 1 => bug
// expect: ball != 4
// labels: 3 6 5
// clauses: 81
#include <assert.h>
#include <pthread.h>

static int ball;

static void *
first(void *argument)
{
  if (ball == 0)
    ball = 1;
  if (ball == 2)
    ball = 3;
  assert(ball != 4);
  return argument;
}

static void *
second(void *argument)
{
  if (ball == 1)
    ball = 2;
  if (ball == 3)
    ball = 4;
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
