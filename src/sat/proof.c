/* A refutation by a second solver, which is a program of its own.
 *
 * The program reads the formula as its standard input and writes proof and answer to its standard
 * output, a pipe. The proof goes from there to the file through our hands: the solver does not
 * notice when a disk is full, and would end as if all were well. Its last line, the answer, is kept
 * back; a proof without it is not complete. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/child.h"
#include "base/mem.h"
#include "sat/adapter.h"

#define PROGRAM "cadical"
#define LAST_LINE "s UNSATISFIABLE\n"
enum { HELD = sizeof LAST_LINE - 1 };

/* ---- starting the program ---- */

static bool
cannot(struct str *error, const char *what, const char *path, int cause)
{
  str_printf(error, "cannot %s '%s': %s", what, path, strerror(cause));
  return false;
}

static bool
start(struct child *child, const char *const *argv, int in, struct str *error)
{
  int cause = child_start(child, argv, &(struct child_place){.in = in});
  if (cause)
    str_printf(error, "cannot run the program '%s', which writes the proofs: %s%s", argv[0],
               strerror(cause), cause == ENOENT ? " (Debian package cadical)" : "");
  return !cause;
}

bool
sat_prover_found(struct str *error)
{
  int nowhere = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nowhere < 0)
    return cannot(error, "open", "/dev/null", errno);
  static const char *const argv[] = {PROGRAM, "--version", NULL};
  struct child child;
  bool found = start(&child, argv, nowhere, error);
  close(nowhere);
  if (!found)
    return false;
  char version[256];
  int cause = 0;
  while (child_read(&child, version, sizeof version, &cause) && !cause)
    ;
  struct child_end end;
  child_end(&child, false, &end);
  if (!end.signal && !end.code)
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

/* True if the program has closed its end; false if a limit was reached or there is an error. */
static bool
copy_all(struct copy *copy, struct child *child, const struct sat_limits *limits, struct str *error)
{
  enum { CHUNK = 1 << 16 };
  double deadline = limits_deadline(limits);
  char *chunk = mem_alloc(CHUNK);
  long n = 1;
  int cause = 0;
  while (n && !error->n && !limits_reached(limits, deadline)) {
    n = child_read(child, chunk, CHUNK, &cause);
    if (n > 0)
      keep(copy, chunk, (size_t)n, error);
    else if (cause)
      cannot(error, "read", "the proof", cause);
  }
  vec_drop(chunk);
  return n == 0;
}

/* ---- the answer ---- */

static enum sat_answer
answer_of(const struct copy *copy, const struct child_end *end, struct str *error)
{
  if (!end->signal && end->code == SAT_SAT)
    return SAT_SAT;
  if (!end->signal && end->code == SAT_UNSAT && is_whole(copy))
    return SAT_UNSAT;
  if (end->signal == SIGINT) /* Ctrl-C was meant for us as well */
    return SAT_UNKNOWN;
  str_add(error, "the program '" PROGRAM "', which writes the proofs, ");
  if (end->signal)
    str_printf(error, "was ended by signal %d", end->signal);
  else if (end->code == SAT_UNSAT)
    str_add(error, "did not finish its output");
  else
    str_printf(error, "ended with exit code %d", end->code);
  return SAT_UNKNOWN;
}

static enum sat_answer
run(struct copy *copy, int formula, const struct sat_limits *limits, struct str *error)
{
  static const char *const argv[] = {PROGRAM, "-q", "-n", "--no-binary", "-", "-", NULL};
  struct child child;
  struct child_end end;
  if (!start(&child, argv, formula, error))
    return SAT_UNKNOWN;
  bool ended = copy_all(copy, &child, limits, error);
  child_end(&child, !ended, &end);
  return ended ? answer_of(copy, &end, error) : SAT_UNKNOWN;
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
