// Two threads add 1 to a variable without a lock. However they take turns, at least 2 is left: the last
// store of a thread adds 1 to its own earlier store, or to one of the other thread. No state need be
// visited to know that. Not more than 2 is left for certain, and a thread that adds only once can lose
// all but one.
// run: --unwind 5 --engine explicit => safe
// run: --unwind 4 --engine explicit -- -DTIMES=3 -DLEFT=3 => bug
// run: --unwind 4 --rounds 4 -- -DTIMES=3 -DLEFT=3 => bug
// run: --unwind 2 --engine explicit -- -DTIMES=1 => bug
// run: --unwind 4 --engine explicit -- -DTIMES=3 -DPERHAPS => bug
// run: --unwind 4 --engine explicit --memory-model pso -- -DTIMES=3 => safe
// brute: 2
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef TIMES
#define TIMES 4
#endif
#ifndef LEFT
#define LEFT 2
#endif

static int x;
_Bool __VERIFIER_nondet_bool(void);

static void *
add(void *argument)
{
  for (int i = 0; i < TIMES; i++) {
#ifdef PERHAPS /* then nothing is certain of the last one */
    if (__VERIFIER_nondet_bool())
#endif
      x++;
  }
  return argument;
}

int
main(void)
{
  pthread_t one, two;

  pthread_create(&one, NULL, add, NULL);
  pthread_create(&two, NULL, add, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(x >= LEFT);
  return 0;
}
