/* Turns. The lines of the script are taken in order; `head` is the next one. A thread that has
 * taken a line makes all others wait until it reaches its next point. Only then has the
 * instruction happened, and only then does head move on. So one thread runs at any time.
 *
 * Waiting uses futexes and atomic operations of the compiler, not the thread library, because
 * ThreadSanitizer must not take our turns for synchronisation of the program.
 *
 * How long is too long? On a busy machine a thread may not run for seconds, although nothing
 * blocks it. So only processor time counts. A process that is stuck uses either none or a lot. A
 * thread that is deadlocked sleeps, or has had enough time to get through. */
#define _GNU_SOURCE 1
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "replay.h"

enum { SPINS = 20000 };
static const double patience = 20; /* seconds */
static const double moment = 0.02; /* enough to get through whatever is open */

static _Thread_local unsigned self;
static _Thread_local bool holding;       /* the line before head is this thread's */
static _Thread_local unsigned next_line; /* its next one; n_lines = none */
static _Thread_local bool begun;
static _Thread_local unsigned idle; /* points it came along after the end */
static _Thread_local bool counted;  /* among those that wait for ever */

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

bool
turns_are_beyond(void)
{
  return heddle_script.end == END_RACE && thread_is_in_section() && !turns_peek();
}

/* There is no line left for this thread, and it comes to a point. */
static void
go_beyond(void)
{
  if (turns_are_beyond())
    return;
  finish();
  wait_for_end();
  if (++idle > SPINS)
    turns_hang("a loop");
}

static double
seconds_by(clockid_t clock)
{
  struct timespec now = {0};
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Waits until somebody has taken another line. To be woken is no sign of that: the call that wakes
 * may come late, when this thread has already seen that line and waits for the next. */
static bool
moves_on(unsigned now)
{
  const struct timespec second = {.tv_sec = 1};
  double begin = seconds_by(CLOCK_PROCESS_CPUTIME_ID), used = begin;
  double idle_since = seconds_by(CLOCK_MONOTONIC);
  while (load_head() == now && used - begin < patience &&
         seconds_by(CLOCK_MONOTONIC) - idle_since < patience) {
    wait_while(&head, now, &second);
    if (seconds_by(CLOCK_PROCESS_CPUTIME_ID) - used < moment)
      continue;
    used = seconds_by(CLOCK_PROCESS_CPUTIME_ID);
    idle_since = seconds_by(CLOCK_MONOTONIC);
  }
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

/* ---- threads that wait for ever ---- */

/* Those that call what may let them through after all. */
enum { MOST = 4096 };
static struct call {
  int state; /* it is about to call, and calls */
  pid_t id;
  clockid_t clock; /* its own time, */
  double begin;    /* and when it began to call */
} calls[MOST];
enum { CALL_NONE, CALL_BEGINS, CALL_WAITS };

static void
set_call(int state)
{
  struct call *call = &calls[self % MOST];
  if (state == CALL_BEGINS) {
    call->id = gettid();
    pthread_getcpuclockid(pthread_self(), &call->clock);
  } else if (state == CALL_WAITS) {
    call->begin = seconds_by(call->clock);
  }
  __atomic_store_n(&call->state, state, __ATOMIC_RELEASE);
}

/* "ID (NAME) STATE ...": S if it sleeps. */
static bool
sleeps(pid_t id)
{
  char path[64], text[256];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)id);
  FILE *file = fopen(path, "r");
  size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file)
    fclose(file);
  text[n] = '\0';
  const char *end = strrchr(text, ')');
  return end && !strncmp(end, ") S", 3);
}

static bool
is_stuck(const struct call *call)
{
  int state = __atomic_load_n(&call->state, __ATOMIC_ACQUIRE);
  return state == CALL_NONE ||
         (state == CALL_WAITS &&
          (sleeps(call->id) || seconds_by(call->clock) - call->begin > moment));
}

static bool
are_stuck(void)
{
  for (unsigned i = 0; i < heddle_script.n_waiting; i++)
    if (!is_stuck(&calls[heddle_script.waiting[i] % MOST]))
      return false;
  return true;
}

/* All of them wait, or are about to: they are given the time to get through after all. */
static void *
watch(void *where)
{
  do {
    usleep(50000);
    if (__atomic_load_n(&hanging, __ATOMIC_ACQUIRE) < heddle_script.n_waiting)
      return NULL;
  } while (!are_stuck());
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
  set_call(CALL_BEGINS);
  if (!counted)
    count(where);
  set_call(CALL_WAITS);
}

void
turns_leave(void)
{
  set_call(CALL_NONE);
  if (!counted)
    __atomic_sub_fetch(&hanging, 1, __ATOMIC_ACQ_REL);
}
