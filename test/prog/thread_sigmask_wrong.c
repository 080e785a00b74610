/* The old mask does not have what has just been blocked. */
// run: --rounds 1 --unwind 1 => bug
// expect: sigismember(&before, SIGUSR1)
#include <assert.h>
#include <pthread.h>
#include <signal.h>

int
main(void)
{
  sigset_t set, before;

  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, &before);
  assert(sigismember(&before, SIGUSR1));
  return 0;
}
