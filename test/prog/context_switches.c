/* How many context switches does it take? From main to the first other thread is one, also if main
 * has done nothing before that another thread could notice.
 *
 *   ONE     main, first
 *   TWO     main, second, first: against the order of their numbers
 *   MAIN    main, first, main: what main has read is old when it writes
 *   LAST    main, first, main: main looks at the end
 *   (none)  main, first, second, first, main: a lost update */
// run: --context-switches 3 --engine both => bounded
// run: --context-switches 4 --engine both => bug
// run: --context-switches 0 --engine both -- -DONE => bounded
// run: --context-switches 1 --engine both -- -DONE => bug
// run: --context-switches 1 --engine both -- -DTWO => bounded
// run: --context-switches 2 --engine both -- -DTWO => bug
// run: --context-switches 1 --engine both -- -DMAIN => bounded
// run: --context-switches 2 --engine both -- -DMAIN => bug
// run: --context-switches 1 --engine gcc -- -DMAIN => bounded
// run: --context-switches 2 --engine gcc -- -DMAIN => bug
// run: --context-switches 1 --engine both -- -DLAST => bounded
// run: --context-switches 2 --engine both -- -DLAST => bug
// run: --context-switches 2 --engine both --memory-model tso -- -DMAIN => bug
// expect: assertion failed
// brute: no
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *
first(void *argument)
{
  (void)argument;
#if defined(ONE)
  assert(x);
#elif defined(TWO)
  assert(!y);
  x = 1;
#elif defined(LAST)
  x = 1;
#else
  x++;
#endif
  return NULL;
}

static void *
second(void *argument)
{
  (void)argument;
#ifdef TWO
  y = 1;
#else
  x++;
#endif
  return NULL;
}

int
main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
#if defined(MAIN)
  x++;
  pthread_join(a, NULL);
  assert(x == 2);
#elif defined(LAST)
  pthread_join(a, NULL);
  assert(!x);
#elif defined(ONE)
  x = 1;
#else
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#ifndef TWO
  assert(x == 2);
#endif
#endif
  (void)b;
  (void)y;
}
