// 400 steps on one variable by two threads, and assertions that can be read off its range: no state need
// be visited. With another assertion that can fail, it is found.
// run: --unwind 101 --engine explicit => safe
// run: --unwind 101 --engine explicit -- -DWRONG => bug
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void *
count(void *argument)
{
  for (int i = 0; i < 100; i++)
    x++;
  assert(x > 0);
#ifdef WRONG
  assert(x != 150);
#endif
  return argument;
}

int
main(void)
{
  pthread_t one, two;

  pthread_create(&one, NULL, count, NULL);
  pthread_create(&two, NULL, count, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(x <= 200 && x >= 2);
  return 0;
}
