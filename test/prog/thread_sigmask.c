/* Each thread has its mask of blocked signals. */
// run: --rounds 2 --unwind 1 => safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static void
sets(void)
{
  sigset_t set;

  assert(sigfillset(&set) == 0);
  assert(sigismember(&set, SIGTERM) == 1);
  assert(sigdelset(&set, SIGTERM) == 0);
  assert(sigismember(&set, SIGTERM) == 0 && sigismember(&set, SIGINT) == 1);
}

int
main(void)
{
  sigset_t set, before;

  sets();
  assert(sigemptyset(&set) == 0);
  assert(sigaddset(&set, SIGUSR1) == 0);
  assert(pthread_sigmask(SIG_BLOCK, &set, &before) == 0);
  assert(sigismember(&before, SIGUSR1) == 0);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
  assert(pthread_sigmask(SIG_UNBLOCK, &set, &before) == 0);
  assert(sigismember(&before, SIGUSR1) == 1 && sigismember(&before, SIGUSR2) == 1);
  assert(pthread_sigmask(SIG_SETMASK, &set, &before) == 0);
  assert(sigismember(&before, SIGUSR1) == 1 && sigismember(&before, SIGUSR2) == 0);
  assert(pthread_sigmask(77, &set, NULL) == EINVAL);
  assert(pthread_sigmask(SIG_SETMASK, NULL, &before) == 0);
  assert(sigismember(&before, SIGUSR1) == 0 && sigismember(&before, SIGUSR2) == 1);
  return 0;
}
