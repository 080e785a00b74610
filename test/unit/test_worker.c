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
  for (;;)
    idle(1);
  return 0;
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
  for (double seconds = 0.2, number = 0; number != 1; seconds *= 2) {
    double start = clock_now();
    struct worker_end end = watch(never_ends, seconds, 0.3, &worker);
    assert_int_equal(end.fate, WORKER_OVERDUE);
    assert_true(clock_now() - start >= seconds + 0.3);
    /* What it left is still there, if it got as far as that. */
    number = ((struct shared *)worker.shared)->number;
    assert_true(seconds < 600);
  }
}

static void
is_spared_while_it_tells(void **state)
{
  (void)state;
  struct worker worker;
  struct worker_end end = {0};
  if (worker_start(&worker, sizeof(struct shared))) {
    idle(1);
    _exit(3);
  }
  struct shared *shared = worker.shared;
  shared->spare = true; /* by us: nobody knows when the worker would get to it */
  worker_watch(&worker, &(struct worker_patience){0.1, 0.3, &shared->spare}, &end);
  assert_int_equal(end.fate, WORKER_ENDED);
  assert_int_equal(end.code, 3);
}

/* ---- signals to the watcher: it is a process of ours then ---- */

static int ready[2]; /* a pipe: a byte in it says that the worker can be sent signals */

static void
say_ready(void)
{
  if (write(ready[1], "", 1) != 1)
    _exit(1);
}

static int
notes_nothing(struct shared *shared)
{
  signal(SIGINT, SIG_IGN);
  say_ready();
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
  say_ready();
  return never_ends(shared);
}

/* A watcher whose worker is at work. */
static pid_t
start_watcher(task *work, double grace)
{
  char byte;
  assert_int_equal(pipe(ready), 0);
  pid_t watcher = fork();
  if (!watcher) {
    struct worker worker;
    struct worker_end end = watch(work, 0, grace, &worker);
    _exit(end.fate == WORKER_ENDED ? end.code : 100 + (int)end.fate);
  }
  assert_int_equal(read(ready[0], &byte, 1), 1);
  close(ready[0]);
  close(ready[1]);
  return watcher;
}

static int
status_of(pid_t watcher)
{
  int status;
  assert_int_equal(waitpid(watcher, &status, 0), watcher);
  return status;
}

static void
is_asked_to_stop(void **state)
{
  (void)state;
  pid_t watcher = start_watcher(stops_when_asked, 600);
  kill(watcher, SIGTERM);
  int status = status_of(watcher);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 9);
}

static void
does_not_listen(void **state)
{
  (void)state;
  pid_t watcher = start_watcher(notes_nothing, 0.3);
  kill(watcher, SIGINT);
  int status = status_of(watcher);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 100 + WORKER_INTERRUPTED);
  /* timeout(1) sends two at once, which are one; unless the watcher has to wait in between, which
   * is not always so */
  for (int i = 0; i < 10; i++) {
    watcher = start_watcher(notes_nothing, 1);
    kill(watcher, SIGSTOP); /* it sees both at once */
    kill(watcher, SIGTERM);
    kill(watcher, SIGINT);
    kill(watcher, SIGCONT);
    status = status_of(watcher);
    if (WIFEXITED(status))
      break;
  }
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 100 + WORKER_INTERRUPTED);
}

static void
second_interrupt_kills(void **state)
{
  (void)state;
  int status;
  pid_t watcher = start_watcher(notes_nothing, 600);
  /* A watcher that was kept waiting may take the second for a part of the first, too. */
  do {
    kill(watcher, SIGINT);
    rest(400);
  } while (!waitpid(watcher, &status, WNOHANG));
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
