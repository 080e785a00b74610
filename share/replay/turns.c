/* Turns. The script's lines are taken in order; `head` is the next one. A thread that has taken a
 * line keeps everybody else waiting until it comes to its next point: only then has the instruction
 * happened, and only then does head move on. So at any time one thread runs.
 *
 * The waiting is done with futexes and atomic operations of the compiler rather than with the
 * thread library: ThreadSanitizer must not take our turns for synchronisation of the program. */
#define _GNU_SOURCE 1
#include <linux/futex.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "replay.h"

enum { SPINS = 20000, PATIENCE = 20 /* seconds */ };

static _Thread_local unsigned self;
static _Thread_local bool holding;         /* the line before head is this thread's */
static _Thread_local unsigned next_line;   /* its next one; n_lines = none */
static _Thread_local bool begun;
static _Thread_local unsigned idle;        /* points it came along after the end */
static _Thread_local bool counted;         /* among those that wait for ever */

static unsigned head;    /* lines whose instructions have happened */
static unsigned hanging; /* threads that wait for ever */

static unsigned
find_line(unsigned from)
{
  while (from < heddle_script.n_lines && heddle_script.lines[from].thread != self)
    from++;
  return from;
}

static void
begin_if_new(void)
{
  if (begun)
    return;
  begun = true;
  next_line = find_line(0);
}

void
turns_begin(unsigned thread)
{
  self = thread;
  begin_if_new();
}

unsigned
turns_self(void)
{
  return self;
}

static unsigned
load_head(void)
{
  return __atomic_load_n(&head, __ATOMIC_ACQUIRE);
}

static void
wait_while(unsigned *word, unsigned value, const struct timespec *time)
{
  syscall(SYS_futex, word, FUTEX_WAIT, value, time, NULL, 0);
}

/* Lets others go on: this thread takes no line for a while. */
static void
give_up(void)
{
  begin_if_new();
  if (!holding)
    return;
  holding = false;
  unsigned now = load_head() + 1;
  while (now < heddle_script.n_lines && heddle_script.lines[now].kind == LINE_LEAVE)
    buffers_leave(&heddle_script.lines[now++]);
  __atomic_store_n(&head, now, __ATOMIC_RELEASE);
  if (now >= heddle_script.n_lines || heddle_script.lines[now].thread != self)
    syscall(SYS_futex, &head, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
  if (now == heddle_script.n_lines && heddle_script.end == END_NOTHING)
    report_followed();
}

void
turns_park(void)
{
  give_up();
  for (;;)
    pause();
}

static bool
is_over(void)
{
  return load_head() >= heddle_script.n_lines;
}

bool
turns_all_taken(void)
{
  return (holding && load_head() + 1 == heddle_script.n_lines) || is_over();
}

/* Is this thread one of those that are to wait for ever? */
static bool
is_waiting(void)
{
  for (unsigned i = 0; i < heddle_script.n_waiting; i++)
    if (heddle_script.waiting[i] == self)
      return true;
  return false;
}

/* One of those that wait for ever goes on by itself once all lines have been taken, and we shall
 * see. Anybody else has done its part. */
static void
wait_for_end(void)
{
  give_up();
  if (heddle_script.end != END_DEADLOCK || !is_waiting())
    turns_park();
  for (unsigned now = load_head(); now < heddle_script.n_lines; now = load_head())
    wait_while(&head, now, NULL);
}

/* This thread has taken its last line. If that was the last one of all, it should have failed. */
static void
finish(void)
{
  bool was_last = holding && load_head() + 1 == heddle_script.n_lines;
  give_up();
  if (was_last)
    replay_survived();
  if (was_last && heddle_script.end == END_FAULT)
    report_diverged("the last step did not fail: %s", heddle_script.what);
  if (was_last && heddle_script.end == END_RACE)
    report_diverged("no race was noticed");
}

/* There is no line left for this thread, and it comes to a point. */
static void
go_beyond(void)
{
  if (heddle_script.end == END_RACE && thread_is_in_section())
    return; /* a race with a section: the access is still to come */
  finish();
  wait_for_end();
  if (++idle > SPINS)
    turns_hang("a loop");
}

static time_t
seconds_now(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

/* Waits until somebody has taken another line. To be woken is no sign of that: the call that wakes
 * may come late, when this thread has already seen that line and waits for the next. */
static bool
moves_on(unsigned now)
{
  const struct timespec moment = {.tv_sec = 1};
  time_t end = seconds_now() + PATIENCE;
  while (load_head() == now && seconds_now() < end)
    wait_while(&head, now, &moment);
  return load_head() != now;
}

const struct heddle_line *
turns_take(void)
{
  begin_if_new();
  if (next_line >= heddle_script.n_lines) {
    go_beyond();
    return NULL;
  }
  give_up();
  for (unsigned now = load_head(); now != next_line; now = load_head())
    if (!moves_on(now))
      report_diverged("thread %u does not come to its next point", heddle_script.lines[now].thread);
  holding = true;
  const struct heddle_line *line = &heddle_script.lines[next_line];
  next_line = find_line(next_line + 1);
  return line;
}

const struct heddle_line *
turns_peek_at(unsigned n)
{
  begin_if_new();
  unsigned at = next_line;
  while (n-- && at < heddle_script.n_lines)
    at = find_line(at + 1);
  return at < heddle_script.n_lines ? &heddle_script.lines[at] : NULL;
}

const struct heddle_line *
turns_peek(void)
{
  return turns_peek_at(0);
}

void
turns_end(void)
{
  finish();
  if (heddle_script.end == END_DEADLOCK && is_waiting())
    report_diverged("thread %u ends, and should wait for ever", self);
}

/* All of them wait, or are about to: they are given the time to get through after all. */
static void *
watch(void *where)
{
  usleep(50000);
  if (__atomic_load_n(&hanging, __ATOMIC_ACQUIRE) < heddle_script.n_waiting)
    return NULL;
  if (heddle_script.n_waiting == 1)
    report_reproduced("a thread waits for ever, in %s", (const char *)where);
  else
    report_reproduced("%u threads wait for ever, the last one in %s", heddle_script.n_waiting,
                      (const char *)where);
  return NULL;
}

static void
count(const char *where)
{
  pthread_t watcher;
  if (__atomic_add_fetch(&hanging, 1, __ATOMIC_ACQ_REL) == heddle_script.n_waiting &&
      pthread_create(&watcher, NULL, watch, (void *)(uintptr_t)where))
    report_diverged("cannot create a thread");
}

void
turns_hang(const char *where)
{
  wait_for_end();
  if (!counted)
    count(where);
  counted = true;
  usleep(1000);
}

void
turns_enter(const char *where)
{
  wait_for_end();
  if (!counted)
    count(where);
}

void
turns_leave(void)
{
  if (!counted)
    __atomic_sub_fetch(&hanging, 1, __ATOMIC_ACQ_REL);
}
