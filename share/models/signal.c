/* Signals. Handlers and sets are stored as asked for, but no signal ever arrives from outside.
 * Only raise runs a handler, in the calling thread and at once. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "heddle.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

enum { LAST_SIGNAL = 64 };

/* What the process does with each signal; all zero is SIG_DFL. */
static struct sigaction actions[LAST_SIGNAL + 1];

/* glibc keeps two for itself. */
static _Bool
is_signal(int number)
{
  if (number > 0 && number <= LAST_SIGNAL && number != 32 && number != 33)
    return 1;
  errno = EINVAL;
  return 0;
}

/* ---- handlers: what is asked for is kept, but only raise calls a handler --------------------- */

int
sigaction(int number, const struct sigaction *restrict new, struct sigaction *restrict old)
{
  if (!is_signal(number))
    return -1;
  if (new && (number == SIGKILL || number == SIGSTOP)) {
    errno = EINVAL;
    return -1;
  }
  if (old)
    *old = actions[number];
  if (!new)
    return 0;
  if (new->sa_handler != SIG_DFL &&new->sa_handler != SIG_IGN)
    __heddle_assumed("signals are never delivered");
  actions[number] = *new;
  return 0;
}

/* As sigaction, but only the handler is kept: few programs look at more, and it is one access. */
__sighandler_t
signal(int number, __sighandler_t handler)
{
  if (!is_signal(number) || number == SIGKILL || number == SIGSTOP) {
    errno = EINVAL;
    return SIG_ERR;
  }
  __sighandler_t old = actions[number].sa_handler;

  if (handler != SIG_DFL && handler != SIG_IGN)
    __heddle_assumed("signals are never delivered");
  actions[number].sa_handler = handler;
  return old;
}

/* Does the signal end a process that has made no arrangements? */
static _Bool
is_deadly(int number)
{
  return number != SIGCHLD && number != SIGCONT && number != SIGURG && number != SIGWINCH;
}

/* Runs the handler, is ignored, or ends the process; for SIGABRT as abort does; 0 is no signal. */
int
raise(int number)
{
  if (number == 0)
    return 0;
  if (!is_signal(number))
    return -1;
  const struct sigaction *action = &actions[number];
  __sighandler_t handler = action->sa_handler;

  if (handler == SIG_DFL) {
    if (number == SIGABRT)
      abort();
    if (is_deadly(number))
      _Exit(128 + number);
  } else if (handler != SIG_IGN) {
    if (action->sa_flags & SA_SIGINFO) {
      siginfo_t info = {.si_signo = number};

      action->sa_sigaction(number, &info, NULL);
    } else {
      handler(number);
    }
  }
  return 0;
}

/* ---- sets of signals: exactly as specified, a bit for each ----------------------------------- */

enum { WORD_BITS = CHAR_BIT * sizeof(unsigned long), SET_WORDS = sizeof(sigset_t) / sizeof(long) };

#undef sigemptyset
#undef sigfillset
#undef sigaddset
#undef sigdelset
#undef sigismember

static unsigned long
bit_of(int number)
{
  return 1ul << (unsigned)(number - 1) % WORD_BITS;
}

int
sigemptyset(sigset_t *set)
{
  for (unsigned i = 0; i < SET_WORDS; i++)
    set->__val[i] = 0;
  return 0;
}

int
sigfillset(sigset_t *set)
{
  for (unsigned i = 0; i < SET_WORDS; i++)
    set->__val[i] = ~0ul;
  set->__val[31 / WORD_BITS] &= ~bit_of(32);
  set->__val[32 / WORD_BITS] &= ~bit_of(33);
  return 0;
}

int
sigaddset(sigset_t *set, int number)
{
  if (!is_signal(number))
    return -1;
  set->__val[(unsigned)(number - 1) / WORD_BITS] |= bit_of(number);
  return 0;
}

int
sigdelset(sigset_t *set, int number)
{
  if (!is_signal(number))
    return -1;
  set->__val[(unsigned)(number - 1) / WORD_BITS] &= ~bit_of(number);
  return 0;
}

int
sigismember(const sigset_t *set, int number)
{
  if (number <= 0 || number > LAST_SIGNAL) {
    errno = EINVAL;
    return -1;
  }
  return (set->__val[(unsigned)(number - 1) / WORD_BITS] & bit_of(number)) != 0;
}
