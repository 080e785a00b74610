/* Whoever has counted up himself does not see the 0 of the beginning any more, however many updates
 * are lost: ranges alone prove it. */
// run: --rounds 4 => bounded
// run: --rounds 4 -- -DZERO => bug
// labels: 3 42 42
// brute: 1
#include <assert.h>
#include <pthread.h>

static int x;

static void *
count(void *argument)
{
  for (int i = 0; i < 20; i++) {
    x++;
#ifdef ZERO
    if (i == 18 && argument)
      x = 0;
#endif
  }
  assert(x > 0);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, count, &x);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
