#define _XOPEN_SOURCE 700
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* The only variable of the program outside its functions: a signal handler has no argument through
 * which it could be told where to write. */
static volatile sig_atomic_t seen;

static void
handle(int number)
{
  (void)number;
  seen = 1;
}

void
interrupt_watch(bool watched)
{
  sigset_t set;
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
  if (!watched)
    action.sa_flags |= (int)SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGCHLD);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

bool
interrupted(void)
{
  return seen;
}
