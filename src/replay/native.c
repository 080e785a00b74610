/* Building and running a replay. Everything is left in the folder, so that it can be run again by
 * hand: program.bc, script.c, the program `replay`, and what it printed. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "replay/replay.h"

extern char **environ;

/* Seconds of work, and of no work at all: a machine may be so busy that little work takes long. */
static const double most_work = 60, most_rest = 60;

typedef VEC(const char *) words;

static const char *
in_folder(struct arena *arena, const struct replay_files *files, const char *name)
{
  return arena_printf(arena, "%s/%s", files->folder, name);
}

static bool
write_file(const char *path, const char *text, struct diags *diags)
{
  FILE *file = fopen(path, "w");
  bool written = file && fputs(text, file) >= 0;
  if (file && fclose(file))
    written = false;
  if (!written)
    diag_error(diags, "cannot write %s: %s", path, strerror(errno));
  return written;
}

/* ---- the compiler ---------------------------------------------------------------------------- */

static const char *
share(struct arena *arena, const char *name)
{
  const char *here = arena_printf(arena, "%s/%s", HEDDLE_MODELS_BUILD, name);
  return access(here, R_OK) ? arena_printf(arena, "%s/%s", HEDDLE_MODELS_INSTALL, name) : here;
}

static const char *
headers(void)
{
  return access(HEDDLE_REPLAY_BUILD "/script.h", R_OK) ? HEDDLE_REPLAY_INSTALL
                                                       : HEDDLE_REPLAY_BUILD;
}

static bool
compile(struct arena *arena, const struct replay_files *files, enum replay_build build,
        struct diags *diags)
{
  words argv = {0};
  vec_push(&argv, HEDDLE_CLANG);
  if (files->is_32_bit)
    vec_push(&argv, "-m32");
  if (build == REPLAY_ADDRESS)
    vec_push(&argv, "-fsanitize=address");
  if (build == REPLAY_THREAD)
    vec_push(&argv, "-fsanitize=thread");
  const char *const fixed[] = {"-w", "-O0", "-g", "-pthread", "-Wl,-z,noexecstack", "-I"};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    vec_push(&argv, fixed[i]);
  vec_push(&argv, headers());
  vec_push(&argv, in_folder(arena, files, "script.c"));
  vec_push(&argv, files->program);
  vec_push(&argv, share(arena, files->is_32_bit ? "replay-32.o" : "replay.o"));
  vec_push(&argv, "-lm");
  vec_push(&argv, "-latomic");
  vec_push(&argv, "-o");
  vec_push(&argv, in_folder(arena, files, "replay"));
  vec_push(&argv, NULL);
  struct str out = {0};
  struct child_end end;
  int cause;
  enum child_fate fate =
    child_run(argv.at, &(struct child_place){.in = STDIN_FILENO}, NULL, &out, &end, &cause);
  bool fine = fate == CHILD_ENDED && !end.signal && !end.code;
  if (fate == CHILD_ABSENT)
    diag_error(diags, "cannot run %s: %s", argv.at[0], strerror(cause));
  else if (!fine)
    diag_error(diags, "the replay in %s does not compile", files->folder);
  str_free(&out);
  vec_free(&argv);
  return fine;
}

/* ---- the process ----------------------------------------------------------------------------- */

/* The environment, with our words in place of its own. */
static char **
environment(struct arena *arena, const char *result)
{
  const char *const ours[] = {
    arena_printf(arena, "HEDDLE_REPLAY_RESULT=%s", result),
    "ASAN_OPTIONS=", /* share/replay has its own */
    "TSAN_OPTIONS=",
  };
  enum { OURS = sizeof ours / sizeof *ours };
  size_t n = 0;
  while (environ[n])
    n++;
  char **all = arena_alloc(arena, (n + OURS + 1) * sizeof *all);
  n = 0;
  for (size_t i = 0; i < OURS; i++)
    all[n++] = (char *)(uintptr_t)ours[i];
  for (char **entry = environ; *entry; entry++) {
    bool replaced = !strncmp(*entry, "HEDDLE_REPLAY_STAY=", 19);
    for (size_t i = 0; i < OURS; i++)
      replaced |= !strncmp(*entry, ours[i], (size_t)(strchr(ours[i], '=') - ours[i]) + 1);
    if (!replaced)
      all[n++] = *entry;
  }
  return all;
}

static double
work_of(pid_t pid)
{
  clockid_t clock;
  struct timespec used = {0};
  if (!clock_getcpuclockid(pid, &clock))
    clock_gettime(clock, &used);
  return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

/* Waits until it ends; false if that takes too long. */
static bool
ends_in_time(struct child *child)
{
  const double a_little = 0.02; /* to look at the clock now and then */
  double worked = 0, rests_since = clock_now();
  char nothing[16];
  int cause = 0;
  while (child_read(child, nothing, sizeof nothing, &cause) && !cause) {
    if (work_of((pid_t)child->process) - worked > a_little) {
      worked = work_of((pid_t)child->process);
      rests_since = clock_now();
    }
    if (worked > most_work || clock_now() - rests_since > most_rest)
      return false;
  }
  return !cause;
}

/* What it prints goes into a file, not to us: it is not ours to look at. */
static bool
execute_into(int output, int nothing, const char *program, char **environment, struct diags *diags)
{
  struct child child;
  struct child_end end;
  const char *const argv[] = {program, NULL};
  int cause = output < 0 || nothing < 0 ? errno : 0;
  if (!cause)
    cause =
      child_start(&child, argv,
                  &(struct child_place){
                    .in = nothing, .out = output, .errors = true, .environment = environment});
  if (cause) {
    diag_error(diags, "cannot run %s: %s", program, strerror(cause));
    return false;
  }
  bool in_time = ends_in_time(&child);
  child_end(&child, !in_time, &end);
  if (!in_time)
    diag_error(diags, "%s did not come to its end", program);
  return in_time;
}

static bool
execute(struct arena *arena, const struct replay_files *files, const char *result,
        struct diags *diags)
{
  const char *program = in_folder(arena, files, "replay");
  unlink(result);
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  int output =
    open(in_folder(arena, files, "output"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  bool fine = execute_into(output, nothing, program, environment(arena, result), diags);
  if (output >= 0)
    close(output);
  if (nothing >= 0)
    close(nothing);
  return fine;
}

/* What the process wrote into its result: "reproduced: ..." */
static enum replay_outcome
read_result(const char *path, struct str *text)
{
  char line[2000] = "";
  FILE *file = fopen(path, "r");
  if (!file || !fgets(line, sizeof line, file))
    snprintf(line, sizeof line, "diverged: the process ended without a word");
  if (file)
    fclose(file);
  line[strcspn(line, "\n")] = '\0';
  const char *words_behind = strchr(line, ' ');
  str_add(text, words_behind ? words_behind + 1 : line);
  return !strncmp(line, "reproduced:", 11) ? REPLAY_REPRODUCED
         : !strncmp(line, "followed:", 9)  ? REPLAY_FOLLOWED
                                           : REPLAY_DIVERGED;
}

static enum replay_outcome
refuse(struct str *text, const struct prog *prog, event_id event)
{
  const struct place *place = &prog->places.at[prog->events.at[event].place];
  str_printf(text,
             "what %s does at %s:%u goes through the store buffer, and is no instruction that a "
             "replay stops at",
             place->function, place->file, (unsigned)place->line);
  return REPLAY_IMPOSSIBLE;
}

/* Is where objects lie an input of the program, or which ids threads have? A process cannot be
 * told, and sees other numbers. */
static bool
sees_numbers(const struct prog *prog)
{
  if (prog->own_ids)
    return true;
  for (size_t i = 0; i < prog->inputs.n; i++)
    if (prog->inputs.at[i].kind == INPUT_ADDRESS)
      return true;
  return false;
}

static bool
is_late_race(const struct replay_input *input)
{
  return input->run->end == RUN_VIOLATION &&
         input->prog->events.at[input->run->at].fault == FAULT_RACE;
}

enum replay_outcome
replay_run(const struct replay_input *input, const struct replay_files *files, struct str *text,
           struct diags *diags)
{
  struct arena arena = {0};
  struct str script = {0};
  enum replay_outcome outcome = REPLAY_FAILED;
  const char *result = in_folder(&arena, files, "result");
  if (sees_numbers(input->prog)) {
    str_add(text, input->prog->own_ids
                    ? "the program compares thread ids, and a process cannot be told which to have"
                    : "the program looks at addresses, and a process cannot be told where to have "
                      "its objects");
    return REPLAY_IMPOSSIBLE;
  }
  if (is_late_race(input)) {
    str_add(text,
            "the two accesses of the race come one after the other, and a process that is led "
            "along the schedule has them in order");
    return REPLAY_IMPOSSIBLE;
  }
  event_id unstoppable = replay_script(&script, input);
  if (unstoppable != NO_EVENT)
    outcome = refuse(text, input->prog, unstoppable);
  else if (write_file(in_folder(&arena, files, "script.c"), str_text(&script), diags) &&
           compile(&arena, files, replay_build_for(input), diags) &&
           execute(&arena, files, result, diags))
    outcome = read_result(result, text);
  str_free(&script);
  arena_free(&arena);
  return outcome;
}
