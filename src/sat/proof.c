/* A refutation by a second solver, which is a program of its own.
 *
 * The program reads the formula as its standard input and writes proof and answer to its standard
 * output, a pipe. The proof goes from there to the file through our hands: the solver does not
 * notice when a disk is full, and would end as if all were well. Its last line, the answer, is kept
 * back; a proof without it is not complete. */
#define _XOPEN_SOURCE 700

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "sat/sat.h"

extern char **environ;

#define PROGRAM "cadical"
#define LAST_LINE "s UNSATISFIABLE\n"
enum { HELD = sizeof LAST_LINE - 1, POLL_MILLISECONDS = 50 };

/* ---- starting the program ---- */

static bool
cannot(struct str *error, const char *what, const char *path, int cause)
{
  str_printf(error, "cannot %s '%s': %s", what, path, strerror(cause));
  return false;
}

/* Standard input comes from `in`, standard output goes to `out`. */
static bool
start(const char *const *argv, int in, int out, pid_t *pid, struct str *error)
{
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  int cause = posix_spawnp(pid, argv[0], &actions, NULL, (char *const *)(uintptr_t)argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (cause)
    str_printf(error, "cannot run the program '%s', which writes the proofs: %s%s", argv[0],
               strerror(cause), cause == ENOENT ? " (Debian package cadical)" : "");
  return !cause;
}

static int
wait_for(pid_t pid)
{
  int status = -1;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  return status;
}

bool
sat_prover_found(struct str *error)
{
  pid_t pid;
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nowhere < 0)
    return cannot(error, "open", "/dev/null", errno);
  static const char *const argv[] = {PROGRAM, "--version", NULL};
  bool found = start(argv, nowhere, nowhere, &pid, error);
  close(nowhere);
  if (!found)
    return false;
  int status = wait_for(pid);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return true;
  str_add(error, "the program '" PROGRAM "', which writes the proofs, does not tell its version");
  return false;
}

/* ---- copying the proof ---- */

struct copy {
  FILE *out;
  const char *path;
  char held[HELD]; /* the last bytes so far */
  size_t n;
};

static bool
keep(struct copy *copy, const char *bytes, size_t n, struct str *error)
{
  size_t all = copy->n + n, pass = all > HELD ? all - HELD : 0;
  size_t old = pass < copy->n ? pass : copy->n;
  if (fwrite(copy->held, 1, old, copy->out) < old ||
      fwrite(bytes, 1, pass - old, copy->out) < pass - old)
    return cannot(error, "write", copy->path, errno);
  memmove(copy->held, copy->held + old, copy->n - old);
  copy->n -= old;
  memcpy(copy->held + copy->n, bytes + (pass - old), n - (pass - old));
  copy->n += n - (pass - old);
  return true;
}

/* True if the answer is the end of what was copied. */
static bool
is_whole(const struct copy *copy)
{
  return copy->n == HELD && !memcmp(copy->held, LAST_LINE, HELD);
}

static bool
is_over(const struct sat_limits *limits, double begin)
{
  return limits && ((limits->stop && limits->stop(limits->argument)) ||
                    (limits->seconds > 0 && clock_now() - begin >= limits->seconds));
}

/* True if the program has closed its end; false if a limit was reached or there is an error. */
static bool
copy_all(struct copy *copy, int in, const struct sat_limits *limits, struct str *error)
{
  enum { CHUNK = 1 << 16 };
  double begin = clock_now();
  char *chunk = mem_alloc(CHUNK);
  ssize_t n = 1;
  while (n && !error->n && !is_over(limits, begin)) {
    struct pollfd ready = {in, POLLIN, 0};
    if (poll(&ready, 1, POLL_MILLISECONDS) <= 0)
      continue; /* nothing yet, or a signal: the limits are looked at */
    n = read(in, chunk, CHUNK);
    if (n > 0)
      keep(copy, chunk, (size_t)n, error);
    else if (n < 0 && errno != EINTR)
      cannot(error, "read", "the proof", errno);
  }
  vec_drop(chunk);
  return n == 0;
}

/* ---- the answer ---- */

static enum sat_answer
answer_of(const struct copy *copy, int status, struct str *error)
{
  if (WIFEXITED(status) && WEXITSTATUS(status) == SAT_SAT)
    return SAT_SAT;
  if (WIFEXITED(status) && WEXITSTATUS(status) == SAT_UNSAT && is_whole(copy))
    return SAT_UNSAT;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) /* Ctrl-C was meant for us as well */
    return SAT_UNKNOWN;
  str_add(error, "the program '" PROGRAM "', which writes the proofs, ");
  if (WIFSIGNALED(status))
    str_printf(error, "was ended by signal %d", WTERMSIG(status));
  else if (WEXITSTATUS(status) == SAT_UNSAT)
    str_add(error, "did not finish its output");
  else
    str_printf(error, "ended with exit code %d", WEXITSTATUS(status));
  return SAT_UNKNOWN;
}

static enum sat_answer
run(struct copy *copy, int formula, const struct sat_limits *limits, struct str *error)
{
  static const char *const argv[] = {PROGRAM, "-q", "-n", "--no-binary", "-", "-", NULL};
  int ends[2];
  pid_t pid;
  if (pipe(ends)) {
    cannot(error, "open", "a pipe", errno);
    return SAT_UNKNOWN;
  }
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  bool started = start(argv, formula, ends[1], &pid, error);
  close(ends[1]);
  enum sat_answer answer = SAT_UNKNOWN;
  if (started) {
    bool ended = copy_all(copy, ends[0], limits, error);
    if (!ended)
      kill(pid, SIGKILL);
    int status = wait_for(pid);
    if (ended)
      answer = answer_of(copy, status, error);
  }
  close(ends[0]);
  return answer;
}

/* Writes the file; its name is the caller's to remove. */
static enum sat_answer
write_proof(int formula, const char *path, const struct sat_limits *limits, struct str *error)
{
  struct copy copy = {.out = fopen(path, "w"), .path = path};
  if (!copy.out) {
    cannot(error, "write", path, errno);
    return SAT_UNKNOWN;
  }
  enum sat_answer answer = run(&copy, formula, limits, error);
  if (fclose(copy.out) && answer == SAT_UNSAT) {
    cannot(error, "write", path, errno);
    answer = SAT_UNKNOWN;
  }
  return answer;
}

enum sat_answer
sat_prove(const char *formula, const char *proof, const struct sat_limits *limits,
          struct str *error)
{
  int in = open(formula, O_RDONLY | O_CLOEXEC);
  if (in < 0) {
    cannot(error, "read", formula, errno);
    return SAT_UNKNOWN;
  }
  enum sat_answer answer = write_proof(in, proof, limits, error);
  close(in);
  if (answer != SAT_UNSAT)
    remove(proof);
  return answer;
}
