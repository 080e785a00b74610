#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#define _XOPEN_SOURCE 700
#include "base/worker.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/clock.h"
#include "base/invariant.h"
#include "base/mem.h"

/* timeout(1) signals both the process and its group: what comes so soon is not a second request. */
#define SAME_SECONDS 0.2

static void
watched_signals(sigset_t *set)
{
  sigemptyset(set);
  sigaddset(set, SIGINT);
  sigaddset(set, SIGTERM);
  sigaddset(set, SIGCHLD);
}

static void
release_signals(void)
{
  sigset_t set;
  watched_signals(&set);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

void
worker_die_with(long parent)
{
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != (pid_t)parent)
    raise(SIGKILL);
}

bool
worker_start(struct worker *worker, size_t bytes)
{
  sigset_t set;
  pid_t self = getpid();
  void *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  signal(SIGCHLD, SIG_DFL); /* whoever started us may have ignored it */
  watched_signals(&set);
  sigprocmask(SIG_BLOCK, &set, NULL);
  pid_t process = shared == MAP_FAILED ? -1 : fork();
  *worker = (struct worker){process, shared, !process};
  if (shared == MAP_FAILED)
    worker->shared = mem_alloc(bytes);
  if (process > 0)
    return false;
  if (!process)
    worker_die_with(self); /* nobody could stop a worker whose watcher was killed */
  return true;
}

/* ---- the watcher ---- */

static bool
has_ended(struct worker *worker, struct worker_end *end, int options)
{
  int status;
  pid_t got;
  do
    got = waitpid((pid_t)worker->process, &status, options);
  while (got < 0 && errno == EINTR);
  if (!got)
    return false;
  bool died = got > 0 && WIFSIGNALED(status);
  end->code = got > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  end->signal = died ? WTERMSIG(status) : 0;
  end->fate = died ? WORKER_DIED : WORKER_ENDED;
  return true;
}

static void
end_worker(struct worker *worker, struct worker_end *end, enum worker_fate why)
{
  INVARIANT(worker->process > 0);
  kill((pid_t)worker->process, SIGKILL);
  has_ended(worker, end, 0);
  if (end->fate == WORKER_DIED && end->signal == SIGKILL)
    end->fate = why;
}

static void
die_of(int number)
{
  signal(number, SIG_DFL);
  release_signals();
  raise(number);
}

/* The next signal, 0 if there is none before that moment. */
static int
wait_until(double moment)
{
  sigset_t set;
  watched_signals(&set);
  double left = moment - clock_now();
  if (left < 0)
    left = 0;
  if (left > 3600)
    left = 3600;
  double whole = floor(left);
  struct timespec time = {(time_t)whole, (long)((left - whole) * 1e9)};
  int number = sigtimedwait(&set, NULL, &time);
  return number > 0 ? number : 0;
}

static void
watch(struct worker *worker, const struct worker_patience *patience, struct worker_end *end)
{
  double most = patience->seconds + patience->grace;
  double last = patience->seconds > 0 ? clock_now() + most : INFINITY;
  enum worker_fate why = WORKER_OVERDUE;
  double asked = INFINITY; /* when it was first asked to stop */
  while (!has_ended(worker, end, WNOHANG)) {
    int number = wait_until(last);
    if (number == SIGINT || number == SIGTERM) {
      if (clock_now() - asked > SAME_SECONDS) {
        end_worker(worker, end, WORKER_INTERRUPTED);
        die_of(number);
      } else if (why != WORKER_INTERRUPTED) {
        kill((pid_t)worker->process, SIGINT);
        why = WORKER_INTERRUPTED;
        asked = clock_now();
        last = asked + patience->grace;
      }
    } else if (clock_now() >= last && *patience->spare) {
      last = INFINITY;
    } else if (clock_now() >= last) {
      end_worker(worker, end, why);
      return;
    }
  }
}

void
worker_watch(struct worker *worker, const struct worker_patience *patience, struct worker_end *end)
{
  watch(worker, patience, end);
  if (end->fate == WORKER_DIED && end->signal == SIGPIPE)
    die_of(SIGPIPE);
  release_signals();
}
