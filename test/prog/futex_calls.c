/* System calls by number, and what futexes return. */
// run: --rounds 4 --unwind 3 => safe
// run: --rounds 4 --unwind 3 -- -DWRONG=1 => bug
// run: --rounds 4 --unwind 3 -- -DWRONG=2 => bug
// run: --rounds 4 --unwind 3 -- -DWRONG=3 => bug
// run: --rounds 4 --unwind 3 --no-spurious -- -DWRONG=3 => safe
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef WRONG
#define WRONG 0
#endif

static atomic_uint word;
static atomic_int woken;
static int result;

static void *
wait(void *argument)
{
  result = (int)syscall(SYS_futex, &word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, 0, argument, NULL,
                        FUTEX_BITSET_MATCH_ANY);
  if (WRONG == 1)
    assert(result == 0); /* it may have come too late */
  assert(result == 0 || (errno == EAGAIN && word == 1) || (argument && errno == ETIMEDOUT));
  if (WRONG == 2 && argument)
    assert(result == 0 || errno == EAGAIN);
  if (WRONG == 3)
    assert(word == 1);
  return NULL;
}

int
main(void)
{
  struct timespec time = {1, 0};
  pthread_t thread;
  cpu_set_t set;
  char bytes[2];

  assert(syscall(SYS_gettid) == gettid() && syscall(SYS_getpid) == getpid());
  assert(syscall(SYS_sched_yield) == 0 && syscall(SYS_getrandom, bytes, 2, 0) <= 2);
  assert(sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) > 0);
  assert(sched_setaffinity(0, sizeof set, &set) <= 0);
  pthread_create(&thread, NULL, wait, WRONG == 2 ? &time : NULL);
  word = 1;
  woken = (int)syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 5, NULL, NULL, FUTEX_BITSET_MATCH_ANY);
  assert(woken == 0 || woken == 1);
  pthread_join(thread, NULL);
  assert(!woken || result == 0);
  return 0;
}
