/* Whatever becomes of a worker, the watcher is told, and in time. */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/worker.h"

struct shared {
  bool ready, spare;
  int number;
};

/* What the worker does; it ends with what this returns. */
typedef int task(struct shared *shared);

static struct worker_end
watch(task *work, double seconds, double grace, struct worker *worker)
{
  struct worker_end end = {0};
  if (worker_start(worker, sizeof(struct shared))) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    _exit(work(worker->shared));
  }
  struct shared *shared = worker->shared;
  struct worker_patience patience = {seconds, grace, &shared->spare};
  worker_watch(worker, &patience, &end);
  return end;
}

static void
rest(unsigned milliseconds)
{
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
}

static void
idle(double seconds)
{
  double end = clock_now() + seconds;
  while (clock_now() < end)
    rest(10);
}

static int
leaves_a_number(struct shared *shared)
{
  shared->number = 5;
  return 7;
}

static int
crashes(struct shared *shared)
{
  (void)shared;
  signal(SIGSEGV, SIG_DFL);
  raise(SIGSEGV);
  return 0;
}

static int
never_ends(struct shared *shared)
{
  shared->number = 1;
  idle(60);
  return 0;
}

static int
takes_its_time_to_tell(struct shared *shared)
{
  shared->spare = true;
  idle(1);
  return 3;
}

static void
ends(void **state)
{
  (void)state;
  struct worker worker;
  struct worker_end end = watch(leaves_a_number, 0, 0.3, &worker);
  assert_int_equal(end.fate, WORKER_ENDED);
  assert_int_equal(end.code, 7);
  assert_int_equal(((struct shared *)worker.shared)->number, 5);
}

static void
dies(void **state)
{
  (void)state;
  struct worker worker;
  struct worker_end end = watch(crashes, 0, 0.3, &worker);
  assert_int_equal(end.fate, WORKER_DIED);
  assert_int_equal(end.signal, SIGSEGV);
}

static void
is_overdue(void **state)
{
  (void)state;
  struct worker worker;
  double start = clock_now();
  struct worker_end end = watch(never_ends, 0.2, 0.3, &worker);
  assert_int_equal(end.fate, WORKER_OVERDUE);
  assert_true(clock_now() - start >= 0.5 && clock_now() - start < 30);
  assert_int_equal(((struct shared *)worker.shared)->number, 1); /* what it left is still there */
}

static void
is_spared_while_it_tells(void **state)
{
  (void)state;
  struct worker worker;
  struct worker_end end = watch(takes_its_time_to_tell, 0.1, 0.3, &worker);
  assert_int_equal(end.fate, WORKER_ENDED);
  assert_int_equal(end.code, 3);
}

/* ---- signals to the watcher: it is a process of ours then ---- */

static int
notes_nothing(struct shared *shared)
{
  signal(SIGINT, SIG_IGN);
  return never_ends(shared);
}

static void
on_interrupt(int number)
{
  (void)number;
  _exit(9);
}

static int
stops_when_asked(struct shared *shared)
{
  signal(SIGINT, on_interrupt);
  return never_ends(shared);
}

/* The exit status of a watcher that gets these signals, each so many milliseconds later. */
static int
signal_watcher(task *work, double grace, const int *signals, const unsigned *delays, int n)
{
  int status;
  pid_t watcher = fork();
  if (!watcher) {
    struct worker worker;
    struct worker_end end = watch(work, 0, grace, &worker);
    _exit(end.fate == WORKER_ENDED ? end.code : 100 + (int)end.fate);
  }
  for (int i = 0; i < n; i++) {
    rest(delays[i]);
    kill(watcher, signals[i]);
  }
  waitpid(watcher, &status, 0);
  return status;
}

static void
is_asked_to_stop(void **state)
{
  (void)state;
  int status = signal_watcher(stops_when_asked, 30, (int[]){SIGTERM}, (unsigned[]){300}, 1);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 9);
}

static void
does_not_listen(void **state)
{
  (void)state;
  int status = signal_watcher(notes_nothing, 0.3, (int[]){SIGINT}, (unsigned[]){300}, 1);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 100 + WORKER_INTERRUPTED);
  /* timeout(1) sends two at once, which are one */
  status = signal_watcher(notes_nothing, 1, (int[]){SIGTERM, SIGTERM}, (unsigned[]){300, 5}, 2);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 100 + WORKER_INTERRUPTED);
}

static void
second_interrupt_kills(void **state)
{
  (void)state;
  int status =
    signal_watcher(notes_nothing, 30, (int[]){SIGINT, SIGINT}, (unsigned[]){300, 400}, 2);
  assert_true(WIFSIGNALED(status));
  assert_int_equal(WTERMSIG(status), SIGINT);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(ends),
    cmocka_unit_test(dies),
    cmocka_unit_test(is_overdue),
    cmocka_unit_test(is_spared_while_it_tells),
    cmocka_unit_test(is_asked_to_stop),
    cmocka_unit_test(does_not_listen),
    cmocka_unit_test(second_interrupt_kills),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
