/* Handlers are kept and run by raise; sets of signals are sets. */
// run: => bounded
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>

static int seen;

static void
handler(int number)
{
  seen += number;
}

static void
detailed(int number, siginfo_t *info, void *context)
{
  (void)context;
  assert(info->si_signo == number);
  seen += 1000;
}

int
main(void)
{
  sigset_t set;
  struct sigaction old, new = {.sa_sigaction = detailed, .sa_flags = SA_SIGINFO};

  assert(sigemptyset(&set) == 0 && sigismember(&set, SIGINT) == 0);
  assert(sigaddset(&set, SIGINT) == 0 && sigismember(&set, SIGINT) == 1);
  assert(sigismember(&set, SIGTERM) == 0 && sigdelset(&set, SIGINT) == 0);
  assert(sigismember(&set, SIGINT) == 0 && sigfillset(&set) == 0);
  assert(sigismember(&set, SIGTERM) == 1 && sigaddset(&set, 99) == -1 && errno == EINVAL);

  assert(signal(SIGINT, handler) == SIG_DFL && signal(SIGKILL, handler) == SIG_ERR);
  assert(raise(SIGINT) == 0 && seen == SIGINT);
  assert(sigaction(SIGINT, &new, &old) == 0 && old.sa_handler == handler);
  assert(raise(SIGINT) == 0 && seen == SIGINT + 1000);
  assert(signal(SIGPIPE, SIG_IGN) == SIG_DFL && signal(SIGPIPE, SIG_DFL) == SIG_IGN);
  assert(raise(SIGCHLD) == 0 && raise(0) == 0 && raise(99) == -1);
  signal(SIGTERM, SIG_IGN);
  assert(raise(SIGTERM) == 0);
  raise(SIGUSR1); /* ends the process */
  assert(0);
  return 0;
}
