/* sigprocmask changes the mask of the thread, and reports errors through errno. */
// run: => safe
// run: -- -DWRONG => bug
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

int
main(void)
{
  sigset_t set, before;

  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  assert(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
  assert(pthread_sigmask(SIG_BLOCK, NULL, &before) == 0 && sigismember(&before, SIGINT) == 1);
#ifndef WRONG
  assert(sigprocmask(SIG_UNBLOCK, &set, &before) == 0 && sigismember(&before, SIGINT) == 1);
#endif
  assert(sigprocmask(SIG_SETMASK, NULL, &before) == 0 && sigismember(&before, SIGINT) == 0);
  errno = 0;
  assert(sigprocmask(99, &set, NULL) == -1 && errno == EINVAL);
  return 0;
}
