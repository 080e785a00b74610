/* A user's file in a folder that is called share/models is the user's all the same: its stores are
 * late under tso, its plain accesses race, its variables and lines are in the trace. */
// also: share/models/mailbox.c
// run: --memory-model tso => bug
// run: --rounds 5 => safe
// run: --property race --rounds 2 -- -DCOUNTER => bug
// run: --property race --rounds 5 => safe
// expect: thread 1 (visit)
// expect: flags[0] = 1 (into its store buffer)
#include <assert.h>
#include <pthread.h>

void *visit(void *argument);
int both_were_alone(void);

int
main(void)
{
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, visit, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(!both_were_alone());
}
