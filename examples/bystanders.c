/* Peterson's mutual exclusion without the turn, and three threads that have nothing to do with it: they
 * keep statistics of their own, which no assertion looks at. Nothing of theirs needs to be analysed.
 * With -DALONE they are not there at all. */
// run: --rounds 3 --unwind 2 => bug
// run: --rounds 3 --unwind 2 -- -DALONE => bug
// expect: inside == 1
// labels: 6 25 25 25 13 13
// clauses: 1689
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { TURNS = 2, BYSTANDERS = 3 };

static atomic_int flag[2], inside;

static void *
enter(void *argument)
{
  int me = *(int *)argument;

  for (int i = 0; i < TURNS; i++) {
    while (flag[1 - me])
      ;
    flag[me] = 1; /* too late: the other one may have looked already */
    inside++;
    assert(inside == 1);
    inside--;
    flag[me] = 0;
  }
  return NULL;
}

#ifndef ALONE
static int seen[BYSTANDERS];
static atomic_int total;

static void *
count(void *argument)
{
  int me = *(int *)argument;

  for (int i = 0; i < 4; i++) {
    seen[me] += total;
    seen[(me + 1) % BYSTANDERS]++;
    total++;
  }
  return NULL;
}
#endif

int
main(void)
{
  static int names[] = {0, 1, 2};
  pthread_t threads[2];

#ifndef ALONE
  pthread_t bystanders[BYSTANDERS];
  for (int i = 0; i < BYSTANDERS; i++)
    pthread_create(&bystanders[i], NULL, count, &names[i]);
#endif
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, enter, &names[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
#ifndef ALONE
  for (int i = 0; i < BYSTANDERS; i++)
    pthread_join(bystanders[i], NULL);
#endif
  return 0;
}

// why: while (flag[1 - me])
// why: flag[me] = 1;
