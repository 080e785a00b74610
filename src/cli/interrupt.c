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
interrupt_watch(void)
{
  /* SA_RESETHAND: the second one meets the default action. */
  struct sigaction action = {.sa_handler = handle, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
}

bool
interrupted(void)
{
  return seen;
}
