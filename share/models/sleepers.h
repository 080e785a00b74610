/* Threads that sleep until somebody wakes them, at a place that is known by its address. For
 * condition variables and for futexes, each with sleepers of its own. All of this is for use within
 * a section. */
#ifndef HEDDLE_MODELS_SLEEPERS_H
#define HEDDLE_MODELS_SLEEPERS_H

#include "heddle.h"

#include "thread.h"

enum { WORD_BITS = 32, WORDS = MOST_THREADS / WORD_BITS, INDEX_BITS = 5 };

/* By thread: where it sleeps, or NULL. */
static const void *sleeps_on[MOST_THREADS];

/* How many words it takes to have a bit for each thread: constant, and one for up to 32. */
static unsigned
words(void)
{
  unsigned long n = __heddle_most() / WORD_BITS + 1;

  return n < WORDS ? (unsigned)n : WORDS;
}

/* Those threads of a word that sleep there, as bits. */
static unsigned
sleepers(const void *place, unsigned word)
{
  unsigned long first = (unsigned long)word * WORD_BITS, most = __heddle_most();
  unsigned asleep = 0;

  for (unsigned i = 0; i < WORD_BITS && first + i <= most; i++)
    asleep |= (unsigned)(sleeps_on[first + i] == place) << i;
  return asleep;
}

static void
wake(unsigned word, unsigned chosen)
{
  unsigned long first = (unsigned long)word * WORD_BITS, most = __heddle_most();

  for (unsigned i = 0; i < WORD_BITS && first + i <= most; i++)
    if (chosen >> i & 1)
      sleeps_on[first + i] = NULL;
}

/* An arbitrary one of those asleep wakes up, if there is any. */
static void
wake_one(const void *place)
{
  unsigned asleep[WORDS], any = 0, n = words(), chosen;
  unsigned long most = __heddle_most(), at;

  for (unsigned i = 0; i < n; i++)
    any |= asleep[i] = sleepers(place, i);
  if (!any)
    return;
  at = n > 1 ? __heddle_nondet(INDEX_BITS) : 0;
  __heddle_assume(at < n);
  chosen = (unsigned)__heddle_nondet(n > 1 ? WORD_BITS : (unsigned)most + 1);
  __heddle_assume(chosen && !(chosen & (chosen - 1)) && !(chosen & ~asleep[at]));
  for (unsigned i = 0; i < n; i++)
    if (i == at)
      wake(i, chosen);
}

#endif
