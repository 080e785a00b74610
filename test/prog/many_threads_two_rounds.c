/* Six threads and a bug of two rounds: the first round alone, which is looked at before, has none.
 * -DFIRST: it has one. -DRIGHT: nobody gets that far. */
// run: --rounds 1 --unwind 6 => bounded
// run: --rounds 2 --unwind 6 => bug
// run: --rounds 2 --unwind 6 -- -DFIRST => bug
// run: --rounds 2 --unwind 6 -- -DRIGHT => bounded
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 6 };
static atomic_int stage;

static void *
forward(void *argument)
{
  int mine = (int)(long)argument, old = mine;

  atomic_compare_exchange_strong(&stage, &old, mine + 1);
#if defined RIGHT
  assert(stage <= THREADS);
#elif defined FIRST
  assert(stage != THREADS);
#else
  assert(mine != 1 || old != 1); /* the last thread has to run before the last but one */
#endif
  return NULL;
}

int
main(void)
{
  pthread_t threads[THREADS];

  for (long i = 0; i < THREADS; i++)
#if defined FIRST
    pthread_create(&threads[i], NULL, forward, (void *)i);
#else
    pthread_create(&threads[i], NULL, forward, (void *)(THREADS - 1 - i));
#endif
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
