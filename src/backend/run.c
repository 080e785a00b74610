/* Running a back end. Everything is put into one folder, and left there: the program, and of every
 * command what it printed. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "backend/backend.h"
#include "base/child.h"
#include "base/invariant.h"
#include "base/mem.h"

struct tool_run {
  const struct backend_job *job;
  struct backend_answer *answer;
  struct arena arena;
};

static bool
fail(struct tool_run *run, const char *what, const char *why)
{
  str_printf(&run->answer->trouble, "%s %s: %s", run->job->backend->name, what, why);
  return false;
}

/* ---- the command ---- */

static const char *
compiler(void)
{
  return child_is_there("gcc") ? "gcc" : HEDDLE_CLANG;
}

static const char *
shared_files(void)
{
  return access(HEDDLE_EMIT_BUILD "/sequential.h", R_OK) ? HEDDLE_EMIT_INSTALL : HEDDLE_EMIT_BUILD;
}

/* The argument with what stands for something replaced. */
static const char *
fill_in(struct arena *arena, const char *argument, const char *folder)
{
  const struct {
    const char *word, *meaning;
  } words[] = {{"@cc", compiler()}, {"@emit", shared_files()}, {"@folder", folder}};
  const char *at = strchr(argument, '@');
  for (size_t i = 0; at && i < sizeof words / sizeof *words; i++) {
    size_t n = strlen(words[i].word);
    if (!strncmp(at, words[i].word, n))
      return arena_printf(arena, "%.*s%s%s", (int)(at - argument), argument, words[i].meaning,
                          at + n);
  }
  return argument;
}

bool
backend_is_there(const struct backend *backend, struct str *error)
{
  for (size_t i = 0; i < BACKEND_STEPS && backend->steps[i].argv[0]; i++) {
    const char *program = backend->steps[i].argv[0];
    if (*program == '@' || child_is_there(program))
      continue;
    str_printf(error, "the engine '%s' needs the program '%s', which is not installed",
               backend->name, program);
    return false;
  }
  return true;
}

/* ---- files ---- */

static bool
write_file(struct tool_run *run, const char *name, const char *text, size_t n)
{
  const char *path = arena_printf(&run->arena, "%s/%s", run->job->folder, name);
  FILE *file = fopen(path, "w");
  bool written = file && fwrite(text, 1, n, file) == n;
  if (file && fclose(file))
    written = false;
  return written ||
         fail(run, arena_printf(&run->arena, "needs the file '%s'", path), strerror(errno));
}

/* ---- one command ---- */

/* False if it was stopped, or there is trouble. */
static bool
has_ended(struct tool_run *run, const char *program, enum child_fate fate, int cause)
{
  switch (fate) {
  case CHILD_ENDED:
    return true;
  case CHILD_STOPPED:
    run->answer->stopped = true;
    return false;
  case CHILD_ABSENT:
    return fail(run, arena_printf(&run->arena, "cannot run '%s'", program), strerror(cause));
  case CHILD_UNHEARD:
    return fail(run, "cannot be heard", strerror(cause));
  case CHILD_VERBOSE:
    return fail(run, "gave no answer", "it prints far too much");
  }
  return false;
}

/* The last line that says something, as far as it can be shown. */
static void
add_last_line(struct str *to, const struct str *out)
{
  enum { SHOWN = 160 };
  const char *text = str_text(out), *end = text + out->n;
  while (end > text && (unsigned char)end[-1] <= ' ')
    end--;
  const char *line = end;
  while (line > text && line[-1] != '\n')
    line--;
  for (size_t i = 0; line + i < end && i < SHOWN; i++)
    str_printf(to, "%c", line[i] >= ' ' && line[i] <= '~' ? line[i] : '?');
}

static void
no_answer(struct tool_run *run, const struct child_end *end, const struct str *out)
{
  struct str why = {0};
  if (end->signal)
    str_printf(&why, "ended by signal %d", end->signal);
  else
    str_printf(&why, "exit code %d, its last words are '", end->code);
  if (!end->signal) {
    add_last_line(&why, out);
    str_add(&why, "'");
  }
  fail(run, "gave no answer", str_text(&why));
  str_free(&why);
}

/* What it said. False if this is the end of it all. */
static bool
judge(struct tool_run *run, const struct backend_step *step, const struct child_end *end,
      const struct str *out)
{
  struct backend_answer *answer = run->answer;
  struct ended ended = {end->code, str_text(out), run->job->folder};
  if (end->signal || (!step->read && end->code)) {
    no_answer(run, end, out);
    return false;
  }
  if (!step->read)
    return true;
  answer->claim = step->read(&ended, &answer->schedule);
  INVARIANT(answer->claim <= CLAIM_VIOLATION);
  answer->traced = answer->claim == CLAIM_VIOLATION && answer->schedule.contexts.n;
  answer->trouble.n = 0;
  if (answer->claim == CLAIM_OPEN)
    str_printf(&answer->trouble, "%s %s", run->job->backend->name, run->job->backend->open);
  else if (answer->claim == CLAIM_NOTHING)
    no_answer(run, end, out);
  return answer->claim == CLAIM_OPEN;
}

/* False if there is nothing more to do. */
static bool
take_step(struct tool_run *run, const struct backend_step *step, unsigned number, int nothing)
{
  const struct backend_job *job = run->job;
  const char *argv[BACKEND_ARGUMENTS + 1] = {NULL};
  INVARIANT(step->argv[0] && number < BACKEND_STEPS);
  for (size_t i = 0; i < BACKEND_ARGUMENTS && step->argv[i]; i++)
    argv[i] = fill_in(&run->arena, step->argv[i], job->folder);
  struct child_place place = {
    .in = nothing, .folder = job->folder, .errors = true, .bytes = job->bytes};
  struct child_stop stop = {job->stop, job->argument};
  struct child_end end;
  struct str out = {0};
  int cause;
  enum child_fate fate = child_run(argv, &place, &stop, &out, &end, &cause);
  bool ended = has_ended(run, argv[0], fate, cause);
  const char *name = arena_printf(&run->arena, "output.%u", number + 1);
  bool more = fate != CHILD_ABSENT && write_file(run, name, str_text(&out), out.n) && ended &&
              judge(run, step, &end, &out);
  str_free(&out);
  return more;
}

void
backend_run(struct backend_answer *answer, const struct backend_job *job)
{
  struct tool_run run = {.job = job, .answer = answer};
  *answer = (struct backend_answer){.claim = CLAIM_NOTHING};
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  bool more = nothing >= 0 || fail(&run, "needs '/dev/null'", strerror(errno));
  more = more && write_file(&run, "program.c", job->program, strlen(job->program));
  for (unsigned i = 0; more && i < BACKEND_STEPS && job->backend->steps[i].argv[0]; i++)
    more = take_step(&run, &job->backend->steps[i], i, nothing);
  if (nothing >= 0)
    close(nothing);
  arena_free(&run.arena);
}

void
backend_answer_free(struct backend_answer *answer)
{
  schedule_free(&answer->schedule);
  str_free(&answer->trouble);
}
