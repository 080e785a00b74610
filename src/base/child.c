#define _XOPEN_SOURCE 700
#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/invariant.h"
#include "base/worker.h"

extern char **environ;

enum { READ_MILLISECONDS = 50, END_MILLISECONDS = 2 };

static bool
is_program(const char *path)
{
  struct stat file;
  return !access(path, X_OK) && !stat(path, &file) && S_ISREG(file.st_mode);
}

bool
child_is_there(const char *program)
{
  if (strchr(program, '/'))
    return is_program(program);
  bool found = false;
  struct str path = {0};
  for (const char *at = getenv("PATH"); at && !found; at = *at ? at + 1 : NULL) {
    int folder = (int)strcspn(at, ":");
    path.n = 0;
    str_printf(&path, "%.*s/%s", folder ? folder : 1, folder ? at : ".", program);
    found = is_program(str_text(&path));
    at += folder;
  }
  str_free(&path);
  return found;
}

static bool
make_pipe(int ends[2])
{
  if (pipe(ends))
    return false;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return true;
}

static void
close_pipe(const int ends[2])
{
  close(ends[0]);
  close(ends[1]);
}

static void
limit_addresses(size_t bytes)
{
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur <= bytes)
    return;
  limit.rlim_cur = (rlim_t)bytes;
  setrlimit(RLIMIT_AS, &limit);
}

/* What we ignore and block would be ignored and blocked by the program, too. */
static void
be_signalled(void)
{
  sigset_t none;
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/* What it leaves behind if it is killed is to lie there, too. */
static bool
move_to(const char *folder)
{
  return !chdir(folder) && !setenv("PWD", folder, 1) && !setenv("TMPDIR", folder, 1);
}

/* Never returns. Why the program does not run is written to `failure`, which its start closes. */
static void
become(const char *const *argv, const struct child_place *place, int out, int failure, pid_t parent)
{
  setpgid(0, 0);
  worker_die_with(parent);
  be_signalled();
  int cause = 0;
  if (place->bytes)
    limit_addresses(place->bytes);
  if (place->environment)
    environ = place->environment;
  if (dup2(place->in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
      (place->errors && dup2(out, STDERR_FILENO) < 0) ||
      (place->errors_out && dup2(place->errors_out, STDERR_FILENO) < 0) ||
      (place->folder && !move_to(place->folder)))
    cause = errno;
  if (!cause) {
    execvp(argv[0], (char *const *)(uintptr_t)argv);
    cause = errno;
  }
  ssize_t written = write(failure, &cause, sizeof cause);
  (void)written;
  _exit(127);
}

static int
read_failure(int from)
{
  int cause = 0;
  ssize_t n;
  do
    n = read(from, &cause, sizeof cause);
  while (n < 0 && errno == EINTR);
  return n == sizeof cause ? cause : 0;
}

/* A process that does nothing until we have ended, however that is, or say so: then it kills
 * whatever is left of the child's group. -1 if there can be none. */
static pid_t
set_guard(pid_t group, int *until)
{
  int ends[2];
  char nothing;
  if (!make_pipe(ends))
    return -1;
  pid_t guard = fork();
  if (!guard) {
    close(ends[1]);
    setsid(); /* what ends our group, or the terminal's, is not to end the guard as well */
    while (read(ends[0], &nothing, 1) < 0 && errno == EINTR)
      ;
    kill(-group, SIGKILL);
    _exit(0);
  }
  close(ends[0]);
  *until = ends[1];
  if (guard < 0)
    close(ends[1]);
  return guard;
}

static int
wait_for(pid_t process)
{
  int status = 0;
  pid_t ended;
  do
    ended = waitpid(process, &status, 0);
  while (ended < 0 && errno == EINTR);
  return ended < 0 ? SIGKILL : status; /* as if it had been killed: nobody knows */
}

int
child_start(struct child *child, const char *const *argv, const struct child_place *place)
{
  int out[2], failure[2];
  INVARIANT(argv[0]);
  if (!make_pipe(out))
    return errno;
  if (!make_pipe(failure)) {
    int cause = errno;
    close_pipe(out);
    return cause;
  }
  signal(SIGCHLD, SIG_DFL); /* where it is ignored nobody is told how children end */
  pid_t self = getpid(), process = fork();
  if (!process)
    become(argv, place, place->out ? place->out : out[1], failure[1], self);
  int cause = process < 0 ? errno : 0;
  close(out[1]);
  close(failure[1]);
  if (!cause)
    cause = read_failure(failure[0]);
  close(failure[0]);
  *child = (struct child){.process = process, .from = out[0]};
  if (!cause)
    child->guard = set_guard(process, &child->until);
  if (cause && process > 0)
    wait_for(process);
  if (cause)
    close(out[0]);
  return cause;
}

static bool
has_ended(pid_t process)
{
  siginfo_t ended = {.si_pid = 0};
  return waitid(P_PID, (id_t)process, &ended, WEXITED | WNOWAIT | WNOHANG) || ended.si_pid;
}

/* It may go on after closing its output, and others that it has started may keep that open. */
long
child_read(struct child *child, char *bytes, size_t n, int *cause)
{
  struct pollfd ready = {child->from, POLLIN, 0};
  bool ended = has_ended((pid_t)child->process); /* all that it printed is there by now */
  *cause = 0;
  if (poll(&ready, 1, READ_MILLISECONDS) <= 0)
    return ended ? 0 : -1;
  ssize_t got = read(child->from, bytes, n);
  if (got < 0 && errno != EINTR)
    *cause = errno;
  if (got || ended)
    return got;
  poll(NULL, 0, END_MILLISECONDS);
  return -1;
}

/* Its number is in use until the guard is done with it. */
void
child_end(struct child *child, bool kill_it, struct child_end *end)
{
  pid_t process = (pid_t)child->process, guard = (pid_t)child->guard;
  siginfo_t ended;
  INVARIANT(process > 0); /* or the signal would be for everybody */
  if (kill_it)
    kill(-process, SIGKILL);
  close(child->from);
  while (waitid(P_PID, (id_t)process, &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR)
    ;
  if (guard > 0) {
    close(child->until);
    wait_for(guard);
  }
  int status = wait_for(process);
  end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end->code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

/* CHILD_ENDED if all of its output is there. */
static enum child_fate
hear(struct child *child, const struct child_stop *stop, struct str *out, int *cause)
{
  char bytes[16384];
  for (long n = 1; n;) {
    n = child_read(child, bytes, sizeof bytes, cause);
    if (*cause)
      return CHILD_UNHEARD;
    if (n > 0)
      str_add_bytes(out, bytes, (size_t)n);
    if (out->n > CHILD_MOST)
      return CHILD_VERBOSE;
    if (n && stop && stop->stop && stop->stop(stop->argument))
      return CHILD_STOPPED;
  }
  return CHILD_ENDED;
}

enum child_fate
child_run(const char *const *argv, const struct child_place *place, const struct child_stop *stop,
          struct str *out, struct child_end *end, int *cause)
{
  struct child child;
  *end = (struct child_end){0};
  *cause = child_start(&child, argv, place);
  if (*cause)
    return CHILD_ABSENT;
  enum child_fate fate = hear(&child, stop, out, cause);
  child_end(&child, fate != CHILD_ENDED, end);
  INVARIANT(fate == CHILD_UNHEARD || !*cause);
  return fate;
}
