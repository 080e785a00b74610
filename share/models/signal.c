/* Signals: sets and masks are kept, but no signal ever arrives. */
#include "heddle.h"

#include "thread.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

enum { MOST_SIGNALS = 64, WORD_BITS = CHAR_BIT * sizeof(unsigned long) };

static _Thread_local sigset_t mask; /* of the calling thread */

static _Bool
is_signal(int signal)
{
  _Bool is = signal >= 1 && signal <= MOST_SIGNALS;

  if (!is)
    errno = EINVAL;
  return is;
}

static unsigned long *
word_of(const sigset_t *set, int signal)
{
  return (unsigned long *)&set->__val[(signal - 1) / WORD_BITS];
}

static unsigned long
bit_of(int signal)
{
  return 1UL << (signal - 1) % WORD_BITS;
}

/* ---- sets, as bits ---- */

int
sigemptyset(sigset_t *set)
{
  memset(set, 0, sizeof *set);
  return 0;
}

int
sigfillset(sigset_t *set)
{
  memset(set, 0xff, sizeof *set);
  return 0;
}

int
sigaddset(sigset_t *set, int signal)
{
  if (!is_signal(signal))
    return -1;
  *word_of(set, signal) |= bit_of(signal);
  return 0;
}

int
sigdelset(sigset_t *set, int signal)
{
  if (!is_signal(signal))
    return -1;
  *word_of(set, signal) &= ~bit_of(signal);
  return 0;
}

int
sigismember(const sigset_t *set, int signal)
{
  if (!is_signal(signal))
    return -1;
  return (*word_of(set, signal) & bit_of(signal)) != 0;
}

/* ---- masks ---- */

/* The mask of the calling thread, empty at first; it blocks nothing, since no signal arrives. */
int
pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
  sigset_t old = mask;

  if (set) {
    for (size_t i = 0; i < MOST_SIGNALS / WORD_BITS; i++) {
      unsigned long now = mask.__val[i], change = set->__val[i];
      if (how == SIG_BLOCK)
        mask.__val[i] = now | change;
      else if (how == SIG_UNBLOCK)
        mask.__val[i] = now & ~change;
      else if (how == SIG_SETMASK)
        mask.__val[i] = change;
      else
        return EINVAL;
    }
  }
  if (before) {
    if (__heddle_self() != 0)
      __heddle_assumed("the signal mask of a new thread is empty");
    *before = old;
  }
  return 0;
}

/* Checks its arguments and sends nothing. */
int
pthread_kill(pthread_t thread, int signal)
{
  if (signal < 0 || signal > MOST_SIGNALS)
    return EINVAL;
  if (!__heddle_is_thread(thread))
    return ESRCH;
  if (signal != 0)
    __heddle_assumed("signals that pthread_kill sends have no effect");
  return 0;
}
