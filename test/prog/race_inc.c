/* x++ on a shared variable is a load and a store: an update gets lost. Main sees it only in the
 * round after the threads have ended. */
// run: --rounds 1 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 => bounded
// run: --rounds 3 --unwind 1 => bug
// expect: x == 2
// labels: 3 3 3
// clauses: 49
#include <assert.h>
#include <pthread.h>

static int x;

static void *
work(void *argument)
{
  x++;
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2);
  return 0;
}
