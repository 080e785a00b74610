/* Thousands of threads, of which three are enough for the bug: nobody waits until all of them are unfolded. */
// run: --time 10m => bug
// run: --rounds 1 --unwind 4 => bug
// run: --rounds 1 --unwindset main:30=2 => bounded
// expect: mine != 3
// brute: no
#include <assert.h>
#include <pthread.h>

enum { THREADS = 20000 };

static int taken;

static void *
take(void *argument)
{
  int mine = ++taken;

  assert(mine != 3);
  return argument;
}

static pthread_t threads[THREADS];

int
main(void)
{
  int made = 0;

  while (made < THREADS)
    pthread_create(&threads[made++], NULL, take, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
