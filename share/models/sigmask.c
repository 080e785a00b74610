/* Signals of threads: masks are kept, but no signal ever arrives. */
#include "heddle.h"

#include "thread.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>

enum { MOST_SIGNALS = 64, WORD_BITS = CHAR_BIT * sizeof(unsigned long) };

static _Thread_local sigset_t mask; /* of the calling thread */

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

/* As pthread_sigmask. */
int
sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
  int error = pthread_sigmask(how, set, before);

  if (error)
    errno = error;
  return error ? -1 : 0;
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
