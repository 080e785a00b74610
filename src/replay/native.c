/* Building and running a replay. Everything is left in the folder, so that it can be run again by
 * hand: program.bc, script.c, the program `replay`, and what it printed. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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

static int
wait_for(pid_t pid)
{
  int status;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return status;
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
  pid_t pid;
  char *const *arguments = (char *const *)(uintptr_t)argv.at;
  int error = posix_spawnp(&pid, argv.at[0], NULL, NULL, arguments, environ);
  int status = error ? -1 : wait_for(pid);
  if (error)
    diag_error(diags, "cannot run %s: %s", argv.at[0], strerror(error));
  else if (status)
    diag_error(diags, "the replay in %s does not compile", files->folder);
  vec_free(&argv);
  return status == 0;
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

/* Waits until it ends; kills it if that takes too long. */
static bool
ends_in_time(pid_t pid)
{
  const struct timespec moment = {.tv_nsec = 2000000};
  const double a_little = 0.02; /* to look at the clock now and then */
  double worked = 0, rests_since = clock_now();
  int status;
  for (pid_t done = 0; done != pid;) {
    done = waitpid(pid, &status, WNOHANG);
    if (done < 0 && errno != EINTR)
      return false;
    if (done == pid)
      return true;
    if (work_of(pid) - worked > a_little) {
      worked = work_of(pid);
      rests_since = clock_now();
    }
    if (worked > most_work || clock_now() - rests_since > most_rest)
      break;
    nanosleep(&moment, NULL);
  }
  kill(pid, SIGKILL);
  wait_for(pid);
  return false;
}

static bool
execute(struct arena *arena, const struct replay_files *files, const char *result,
        struct diags *diags)
{
  const char *program = in_folder(arena, files, "replay");
  const char *output = in_folder(arena, files, "output");
  const char *const argv[] = {program, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output,
                                   O_WRONLY | O_CREAT | O_TRUNC, 0666);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  unlink(result);
  pid_t pid;
  int error = posix_spawn(&pid, program, &actions, NULL, (char *const *)(uintptr_t)argv,
                          environment(arena, result));
  posix_spawn_file_actions_destroy(&actions);
  if (error) {
    diag_error(diags, "cannot run %s: %s", program, strerror(error));
    return false;
  }
  if (ends_in_time(pid))
    return true;
  diag_error(diags, "%s did not come to its end", program);
  return false;
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
