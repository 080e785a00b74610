/* The well-known mistake: all threads get a pointer to the loop's own variable. */
// run: --rounds 1 --unwind 1 => bug
// expect: number < THREADS
// labels: 8 2 2
#include <assert.h>
#include <pthread.h>

enum { THREADS = 2 };

static void *
work(void *argument)
{
  int number = *(int *)argument;

  assert(number < THREADS);
  return NULL;
}

int
main(void)
{
  pthread_t threads[THREADS];
  int i;

  for (i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, &i);
  for (int j = 0; j < THREADS; j++)
    pthread_join(threads[j], NULL);
  return 0;
}
