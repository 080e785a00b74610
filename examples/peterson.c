/* Peterson's mutual exclusion for two threads (G. L. Peterson, Myths about the mutual exclusion
 * problem, 1981). Right under sequential consistency. The waiting loop only reads, so it becomes
 * a wait and needs no unwinding. */
// args: --rounds 3 --unwind 1
// verdict: bounded
// labels: 3 11 11
// clauses: 889
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

  wants[me] = true;
  turn = other;
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
