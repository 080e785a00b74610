/* How a replay ends. The process says so itself, on stderr and in the file that the environment
 * variable HEDDLE_REPLAY_RESULT names; then it fails as the program does. With HEDDLE_REPLAY_STAY
 * set, a deadlocked process stays as it is, for a debugger. */
#define _GNU_SOURCE 1
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../models/heddle.h"
#include "replay.h"

enum { EXIT_DIVERGED = 6, EXIT_REPRODUCED = 10 };

static int done;
static unsigned long values; /* compared */

void
report_count_value(void)
{
  __atomic_add_fetch(&values, 1, __ATOMIC_RELAXED);
}

static bool
is_done(void)
{
  return __atomic_load_n(&done, __ATOMIC_ACQUIRE);
}

static void
write_all(int fd, const char *text)
{
  size_t n = strlen(text);
  ssize_t wrote = write(fd, text, n);
  (void)wrote; /* nobody is left to tell */
}

/* False if somebody else was first. No allocation: the heap may be what is broken. */
static bool
say(const char *word, const char *text)
{
  static char line[1200];
  int expected = 0;
  if (!__atomic_compare_exchange_n(&done, &expected, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return false;
  snprintf(line, sizeof line, "%s: %s (%lu values compared)\n", word, text, values);
  fflush(stdout);
  write_all(STDERR_FILENO, "heddle replay: ");
  write_all(STDERR_FILENO, line);
  const char *path = getenv("HEDDLE_REPLAY_RESULT");
  int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
  if (fd >= 0) {
    write_all(fd, line);
    close(fd);
  }
  return true;
}

static bool
say_formatted(const char *word, const char *format, va_list arguments)
{
  char text[1000];
  vsnprintf(text, sizeof text, format, arguments);
  return say(word, text);
}

void
report_diverged(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  bool first = say_formatted("diverged", format, arguments);
  va_end(arguments);
  while (!first)
    pause();
  _exit(EXIT_DIVERGED);
}

void
report_reproduced(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  bool first = say_formatted("reproduced", format, arguments);
  va_end(arguments);
  if (!first || heddle_script.end != END_DEADLOCK)
    return;
  if (!getenv("HEDDLE_REPLAY_STAY"))
    _exit(EXIT_REPRODUCED);
  fprintf(stderr, "heddle replay: the process hangs now; look at it with gdb -p %ld\n",
          (long)getpid());
}

void
report_followed(void)
{
  if (say("followed", "every step was taken"))
    _exit(0);
}

/* ---- signals and sanitizers ------------------------------------------------------------------ */

/* The program fails by itself: was that what the script says? */
static void
fails(bool expected, const char *how)
{
  if (expected)
    report_reproduced("%s", how);
  else if (!is_done())
    report_diverged("%s too early, or without being expected", how);
}

/* What clang compiles into the program for a check that does not hold is a trap. */
static bool
trap_is_expected(void)
{
  return fault_is_expected(HEDDLE_OVERFLOW) || fault_is_expected(HEDDLE_ERROR_LOCATION) ||
         fault_is_expected(HEDDLE_ABORT) || fault_is_expected(HEDDLE_MEMORY);
}

static void
on_signal(int number)
{
  bool memory = number == SIGSEGV || number == SIGBUS;
  signal(number, SIG_DFL);
  fails(memory ? fault_is_expected(HEDDLE_MEMORY) : trap_is_expected(),
        number == SIGSEGV  ? "segmentation fault"
        : number == SIGBUS ? "bus error"
        : number == SIGFPE ? "arithmetic fault"
                           : "illegal instruction");
  raise(number);
}

/* Called by AddressSanitizer and ThreadSanitizer, where the program is built with them. */
const char *__asan_default_options(void);
const char *__tsan_default_options(void);
void __asan_on_error(void);
void __tsan_on_report(void *report);

const char *
__asan_default_options(void)
{
  return "detect_leaks=0:abort_on_error=0:allocator_may_return_null=1:"
         "detect_stack_use_after_return=1:redzone=1024:max_redzone=2048:strict_string_checks=1";
}

/* Races are all that we want to hear of. */
const char *
__tsan_default_options(void)
{
  return "halt_on_error=0:report_signal_unsafe=0:exitcode=0:suppress_equal_addresses=0:"
         "suppress_equal_stacks=0:detect_deadlocks=0:report_mutex_bugs=0:report_destroy_locked=0:"
         "report_thread_leaks=0";
}

void
__asan_on_error(void)
{
  fails(fault_is_expected(HEDDLE_MEMORY), "error found by AddressSanitizer");
}

int __tsan_get_report_data(void *report, const char **description, int *count, int *n_stacks,
                           int *n_accesses, int *n_locations, int *n_mutexes, int *n_threads,
                           int *n_numbers, void **sleep, unsigned long n_sleep)
  __attribute__((weak));
int __tsan_get_report_mop(void *report, unsigned long index, int *thread, void **address, int *size,
                          int *write, int *atomic, void **trace, unsigned long n_trace)
  __attribute__((weak));

/* ThreadSanitizer reports one race for a piece of memory and no more. Of those before the end we
 * remember where they were. */
enum { MOST_RACES = 64 };
static void *races[MOST_RACES];
static unsigned n_races;

bool
report_raced(const void *address, uint64_t size)
{
  for (unsigned i = 0; i < n_races; i++)
    if ((uintptr_t)races[i] / 8 * 8 < (uintptr_t)address + size &&
        (uintptr_t)address < (uintptr_t)races[i] / 8 * 8 + 8)
      return true;
  return false;
}

/* What ThreadSanitizer may say else, about the order of locks and their misuse, has no accesses. */
static bool
is_race(void *report)
{
  const char *description;
  int count, stacks, accesses = 0, locations, mutexes, of_threads, numbers;
  void *sleep[1];
  return __tsan_get_report_data && __tsan_get_report_mop &&
         __tsan_get_report_data(report, &description, &count, &stacks, &accesses, &locations,
                                &mutexes, &of_threads, &numbers, sleep, 1) &&
         accesses >= 2;
}

void
__tsan_on_report(void *report)
{
  int thread, size, write, atomic;
  void *address = NULL, *trace[1];
  if (!is_race(report))
    return;
  if (turns_all_taken() && heddle_script.end == END_RACE) {
    report_reproduced("race found by ThreadSanitizer");
    _exit(EXIT_REPRODUCED);
  }
  if (n_races < MOST_RACES &&
      __tsan_get_report_mop(report, 0, &thread, &address, &size, &write, &atomic, trace, 1))
    races[n_races++] = address;
}

void
report_begin(void)
{
  static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction old;
    sigaction(numbers[i], NULL, &old);
    if (old.sa_handler == SIG_DFL) /* sanitizers have their own */
      signal(numbers[i], on_signal);
  }
}
