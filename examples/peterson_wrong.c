/* Peterson's mutual exclusion with its first two lines exchanged: a thread gives way before it has
 * said that it wants to enter. While it pauses in between, the other one goes in, and then it
 * follows because the turn has come back to it. */
// args: --rounds 2 --unwind 1
// verdict: bug
// expect: inside == 1
// labels: 3 11 11
// clauses: 630
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool wants[2];
static atomic_int turn;
static int inside;

static void
enter(int me)
{
  int other = 1 - me;

  turn = other;
  wants[me] = true;
  while (wants[other] && turn == other)
    ;
}

static void
leave(int me)
{
  wants[me] = false;
}

static void *
work(void *argument)
{
  int me = *(int *)argument;

  enter(me);
  inside++;
  assert(inside == 1);
  inside--;
  leave(me);
  return NULL;
}

int
main(void)
{
  static int names[2] = {0, 1};
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, &names[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}

// why: turn = other;
// why: wants[me] = true;
