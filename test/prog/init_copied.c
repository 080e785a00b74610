/* A variable holds its initial value before anybody loads it. So what is copied from it is never zero, and
 * there is nothing left to ask. */
// run: --rounds 2 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 -- -DWRONG => bug
// clauses: 1
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int from = 50, to = 60;

static void *
copy(void *unused)
{
  to = from;
#ifdef WRONG
  from = 0;
#else
  from = 70;
#endif
  return unused;
}

int
main(void)
{
  pthread_t thread, other;
  pthread_create(&thread, NULL, copy, NULL);
  pthread_create(&other, NULL, copy, NULL);
  assert(to >= 40);
  return 0;
}
