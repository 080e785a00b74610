/* lost_update.c put right with an atomic read-modify-write. Each thread is a single step, so three
 * rounds hold every order there is. */
// args: --rounds 3 --unwind 2
// verdict: safe
// labels: 3 2 2
// clauses: 151
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *
increment(void *argument)
{
  (void)argument;
  atomic_fetch_add(&counter, 1);
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
