/* System calls by number: futexes, of which programs build locks of their own, and a few others.
 *
 * A thread that waits on a futex sleeps if the word has the expected value, in one section with the
 * look at it; another section goes on when it has been woken, or for no reason, as Linux allows. A
 * wake-up that finds nobody asleep is lost. (cond.c has the same for condition variables; here is
 * no mutex to be taken back.) */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "heddle.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "arbitrary.h"
#include "sleepers.h"

static bool
wakes_for_nothing(void)
{
  return __heddle_switch(HEDDLE_SPURIOUS) && __heddle_nondet(1);
}

static bool
falls_asleep(const uint32_t *word, uint32_t expected)
{
  bool sleeps;

  __heddle_atomic_begin();
  __heddle_rest(NULL);
  sleeps = __atomic_load_n(word, __ATOMIC_SEQ_CST) == expected;
  if (sleeps)
    sleeps_on[__heddle_self()] = word;
  __heddle_atomic_end();
  return sleeps;
}

static long
wait_on(const uint32_t *word, uint32_t expected, bool timed)
{
  bool spurious, asleep, late = timed && __heddle_nondet(1);

  if (!falls_asleep(word, expected)) {
    errno = EAGAIN;
    return -1;
  }
  spurious = wakes_for_nothing();
  __heddle_atomic_begin();
  asleep = sleeps_on[__heddle_self()] != NULL;
  if (timed)
    __heddle_assume(!asleep || spurious || late);
  else
    __heddle_block(!asleep || spurious);
  sleeps_on[__heddle_self()] = NULL;
  __heddle_atomic_end();
  __heddle_woken(asleep);
  if (!asleep || spurious)
    return 0;
  errno = ETIMEDOUT;
  return -1;
}

static unsigned
count_sleepers(const void *word)
{
  unsigned count = 0;

  for (unsigned i = 0, n = words(); i < n; i++)
    count += (unsigned)__builtin_popcount(sleepers(word, i));
  return count;
}

/* At least one, as Linux does. If nobody is left asleep, some or all may have woken up for no reason
 * right before: the result does not count them. */
static long
wake_some(const void *word, int most)
{
  unsigned wanted = most > 1 ? (unsigned)most : 1, asleep, threads = (unsigned)__heddle_most();

  __heddle_atomic_begin();
  asleep = count_sleepers(word);
  if (wanted >= threads)
    for (unsigned i = 0, n = words(); i < n; i++)
      wake(i, sleepers(word, i));
  else
    for (unsigned i = 0; i < threads; i++)
      if (i < wanted)
        wake_one(word);
  __heddle_atomic_end();
  if (asleep > wanted)
    return wanted;
  return __heddle_switch(HEDDLE_SPURIOUS) ? (long)__heddle_up_to(asleep) : asleep;
}

/* ---- the calls ------------------------------------------------------------------------------- */

struct arguments {
  va_list list;
};

/* What is asked for, read from the arguments where the call has them. */
struct request {
  long number;
  void *place; /* a futex, or memory for bytes */
  size_t size; /* of that memory */
  int operation;
  uint32_t value;
  bool timed;
};

static void
check_set(uint32_t bits)
{
  if (bits != FUTEX_BITSET_MATCH_ANY)
    __heddle_assumed("all bits of a futex's set are one");
}

/* Who writes 0 for NULL, or a small size, passes an int: its bits are looked at. */
static void
read_futex(struct request *request, struct arguments *arguments)
{
  request->operation = va_arg(arguments->list, int) & FUTEX_CMD_MASK;
  request->value = va_arg(arguments->list, uint32_t);
  if (request->operation == FUTEX_WAIT || request->operation == FUTEX_WAIT_BITSET)
    request->timed = va_arg(arguments->list, unsigned) != 0;
  else if (request->operation == FUTEX_WAKE_BITSET)
    (void)va_arg(arguments->list, void *);
  if (request->operation == FUTEX_WAIT_BITSET || request->operation == FUTEX_WAKE_BITSET) {
    (void)va_arg(arguments->list, void *);
    check_set(va_arg(arguments->list, uint32_t));
  }
}

static void
read_request(struct request *request, struct arguments *arguments)
{
  if (request->number != SYS_futex && request->number != SYS_getrandom)
    return;
  request->place = va_arg(arguments->list, void *);
  if (request->number == SYS_futex)
    read_futex(request, arguments);
  else
    request->size = va_arg(arguments->list, unsigned);
}

static bool
is_wait(const struct request *request)
{
  return request->number == SYS_futex &&
         (request->operation == FUTEX_WAIT || request->operation == FUTEX_WAIT_BITSET);
}

static long
do_futex(const struct request *request)
{
  if (request->operation == FUTEX_WAKE || request->operation == FUTEX_WAKE_BITSET)
    return wake_some(request->place, (int)request->value);
  __heddle_assumed("futexes are waited for and woken, and nothing else");
  errno = ENOSYS;
  return -1;
}

static long
answer(const struct request *request)
{
  switch (request->number) {
  case SYS_futex:
    return do_futex(request);
  case SYS_getrandom:
    return getrandom(request->place, request->size, 0);
  case SYS_gettid:
    return gettid();
  case SYS_getpid:
    return getpid();
  case SYS_sched_yield:
    return sched_yield();
  default:
    __heddle_assumed("system calls that are not modelled change no memory");
    return __heddle_fails() ? -1 : (long)__heddle_nondet(31);
  }
}

/* SYS_futex, SYS_gettid, SYS_getpid, SYS_getrandom and SYS_sched_yield; others give any result. Of
 * futexes: to wait if the word has the expected value, also for some time, which may be over at any
 * moment, and to wake so many arbitrary ones of those who wait, as one section. A thread that waits
 * may wake up for no reason. */
long
syscall(long number, ...)
{
  struct request request = {.number = number};
  struct arguments arguments;

  va_start(arguments.list, number);
  read_request(&request, &arguments);
  va_end(arguments.list);
  memset(&arguments, 0, sizeof arguments); /* who comes back to sleep is in the same state, */
  if (is_wait(&request))                   /* and no variable knows where others are */
    return wait_on(request.place, request.value, request.timed);
  return answer(&request);
}
