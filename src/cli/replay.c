/* heddle replay: a trace as a real process.
 *
 * The record of a check (--json) holds the command line and the schedule, which is all there is to
 * a run; check/replay.c does the rest. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/inputs.h"
#include "cli/interrupt.h"

struct replay_options {
  struct load_options load; /* with --random */
  const char *output;
  bool gdb;
  unsigned random, seed;
};

/* Nobody is shown how far it is. */
static bool
stop(void *argument)
{
  (void)argument;
  return interrupted();
}

static void
nothing(void *argument)
{
  (void)argument;
}

static const struct check_watch watch = {stop, nothing, nothing, cli_tell, NULL};

/* ---- random runs -------------------------------------------------------------------------- */

/* The same run in the interpreter and as a process. */
static enum replay_outcome
compare_run(const struct prog *prog, const struct labels *labels, uint64_t seed,
            const struct load_options *options, const char *folder, struct str *text)
{
  struct schedule schedule = {0};
  struct run run;
  struct diags diags = {0};
  interp_random(&schedule, prog, labels, seed);
  interp_run(&run, prog, labels, &schedule);
  struct replay_input input = check_replay_input(prog, &run, options);
  struct replay_files files = {
    .folder = folder, .program = options->replay, .is_32_bit = prog->pointer_bits == 32};
  enum replay_outcome outcome = replay_run(&input, &files, text, &diags);
  diags_print(&diags, stderr);
  diags_free(&diags);
  run_free(&run);
  schedule_free(&schedule);
  return outcome;
}

static bool
is_good(enum replay_outcome outcome)
{
  return outcome == REPLAY_FOLLOWED || outcome == REPLAY_REPRODUCED;
}

static int
compare_runs(const struct replay_options *options, const struct load_options *load_options,
             const struct prog *prog)
{
  struct labels labels = {0};
  enum replay_outcome outcome = REPLAY_FOLLOWED;
  unsigned n = 0;
  labels_find(&labels, prog);
  for (; n < options->random && is_good(outcome); n++) {
    struct str text = {0};
    outcome = compare_run(prog, &labels, options->seed + n, load_options, options->output, &text);
    if (outcome == REPLAY_DIVERGED)
      printf("seed %u: the process does not follow the interpreter: %s\n", options->seed + n,
             str_text(&text));
    else if (outcome == REPLAY_IMPOSSIBLE)
      cli_failure(str_text(&text));
    str_free(&text);
  }
  labels_free(&labels);
  if (is_good(outcome))
    printf("%u random run%s the same in the interpreter and as a process\n", n,
           n == 1 ? ":" : "s: each");
  return is_good(outcome) ? 0 : outcome == REPLAY_DIVERGED ? EXIT_INTERNAL : EXIT_INPUT;
}

static int
replay_random(const struct replay_options *options, const struct operands *operands)
{
  struct load_options load_options = options->load;
  struct str program = {0}, error = {0};
  int code = 0;
  if (!check_replay_begin(options->output, &error)) {
    code = cli_failure(str_text(&error));
    str_free(&error);
    return code;
  }
  str_printf(&program, "%s/program.bc", options->output);
  load_options.replay = str_text(&program);
  load_options.to_the_end = true;
  struct prog *prog = input_load(&command_replay, &load_options, operands, &code);
  if (prog) {
    code = compare_runs(options, &load_options, prog);
    prog_free(prog);
  }
  str_free(&program);
  return code;
}

/* ---- the command -------------------------------------------------------------------------- */

static const struct replay_options defaults = {.load = LOAD_DEFAULTS, .output = "heddle-replay"};

static const struct option options_of_replay[] = {
  {.name = "output",
   .letter = 'o',
   .kind = OPTION_TEXT,
   .offset = offsetof(struct replay_options, output),
   .argument = "DIR",
   .help = "the folder for the program and all that belongs to it"},
  {.name = "gdb",
   .kind = OPTION_FLAG,
   .offset = offsetof(struct replay_options, gdb),
   .help = "run it in the debugger"},
  {.name = "random",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct replay_options, random),
   .argument = "N",
   .help = "run a C program N times at random, in the interpreter and as a process",
   .most = 1000000},
  {.name = "seed",
   .section = SECTION_EXPERT,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct replay_options, seed),
   .argument = "N",
   .help = "of the first random run",
   .most = 2000000000},
  LOAD_OPTIONS(struct replay_options, load),
};

static const struct option_table table = {
  .usage = "replay TRACE.json | FILE... --random N [options] [-- CLANG-FLAGS]",
  .about = "Builds the program of a bug that 'heddle check --json TRACE.json' has found, so that\n"
           "its threads take the steps of the trace, and runs it: the bug happens in a real\n"
           "process. To be called in the same folder as the check.\n"
           "With --random, compares the program on the machine with what heddle takes it to be,\n"
           "value by value.\n",
  .options = options_of_replay,
  .n = sizeof options_of_replay / sizeof *options_of_replay,
  .defaults = &defaults,
  .size = sizeof defaults,
  .rest = "CLANG-FLAGS",
};

/* Is each of them a store of this program, and seen in a context of its own thread? */
static bool
fits_late(const struct schedule *schedule, const struct prog *prog)
{
  for (size_t i = 0; i < schedule->late.n; i++) {
    const struct late *late = &schedule->late.at[i];
    if (late->store >= prog->events.n || prog->events.at[late->store].kind != EVENT_STORE ||
        (i && late->store <= schedule->late.at[i - 1].store))
      return false;
    if (late->context == CONTEXT_NEVER)
      continue;
    if (late->context >= schedule->contexts.n)
      return false;
    thread_id thread = schedule->contexts.at[late->context].thread;
    if (thread >= prog->threads.n || late->store < prog->threads.at[thread].first ||
        late->store >= prog->threads.at[thread].end)
      return false;
  }
  return true;
}

/* The words behind "heddle check", with two more in front. */
static bool
read_command(struct arena *arena, const struct json_value *value, struct command_line *line)
{
  if (!value || value->kind != JSON_ARRAY || value->n > 100000)
    return false;
  char **words = arena_alloc(arena, (value->n + 3) * sizeof *words);
  words[0] = arena_strdup(arena, "heddle");
  words[1] = arena_strdup(arena, "check");
  int n = 2;
  for (const struct json_value *at = value->first; at; at = at->next) {
    if (at->kind != JSON_TEXT || strlen(at->text) != at->length)
      return false;
    words[n++] = arena_strdup(arena, at->text);
  }
  *line = (struct command_line){n, words};
  return true;
}

static int
start_debugger(const char *folder)
{
  struct str program = {0};
  str_printf(&program, "%s/replay", folder);
  const char *const argv[] = {"gdb", "--args", str_text(&program), NULL};
  setenv("HEDDLE_REPLAY_STAY", "1", 1);
  fflush(stdout);
  execvp(argv[0], (char *const *)(uintptr_t)argv);
  str_printf(&program, ": cannot run gdb: %s", strerror(errno));
  int code = cli_failure(str_text(&program));
  str_free(&program);
  return code;
}

/* The run itself, by the interpreter: it must end in a bug, or the trace is not of this program. */
static bool
run_schedule(struct report *report, struct check_error *error)
{
  static const struct load_watch load_watch = {.tell = cli_tell};
  report->prog =
    load(&report->options->load, &report->bounds, report->operands, &load_watch, &error->text);
  if (!report->prog) {
    error->kind = error->text.n ? CHECK_MISUSE : CHECK_TOLD;
    return false;
  }
  labels_find(&report->labels, report->prog);
  report->result.verdict = VERDICT_BUG;
  if (fits_late(&report->result.schedule, report->prog)) {
    interp_run(&report->result.run, report->prog, &report->labels, &report->result.schedule);
    enum run_end end = report->result.run.end;
    if (end == RUN_VIOLATION || end == RUN_DEADLOCK || end == RUN_RACE)
      return true;
  }
  error->kind = CHECK_FAILED;
  str_add(&error->text, "the trace is not one of this program, or the program has changed");
  return false;
}

/* The words of --unwindset. */
static bool
read_rules(struct option_list *rules, const struct json_value *value, struct arena *arena)
{
  if (!value || value->kind != JSON_ARRAY)
    return false;
  *rules = (struct option_list){arena_alloc(arena, (value->n + 1) * sizeof(char *)), 0};
  for (const struct json_value *at = value->first; at; at = at->next) {
    if (at->kind != JSON_TEXT || strlen(at->text) != at->length)
      return false;
    rules->at[rules->n++] = at->text;
  }
  return true;
}

/* The bounds of the step that found the bug: loops have been raised since the command line. */
static bool
read_bounds(struct report *report, const struct json_value *value, struct check_error *error)
{
  const struct json_value *unwind = value ? json_member(value, "unwind") : NULL;
  struct option_list rules;
  report->bounds = (struct unwinding){.origin = report->options->load.bounds};
  if (!unwind || !unwind->is_uint ||
      !read_rules(&rules, json_member(value, "unwindset"), &report->arena)) {
    error->kind = CHECK_FAILED;
    str_add(&error->text, "the trace has no bounds");
  } else if (!unwinding_parse(&report->bounds, &rules, &report->arena, &error->text)) {
    error->kind = CHECK_MISUSE;
  } else {
    report->bounds.unwind = (unsigned)unwind->natural;
  }
  return error->kind == CHECK_FINE;
}

static bool
read_schedule(struct report *report, const struct json_value *value, struct check_error *error)
{
  if (schedule_read_json(&report->result.schedule, value))
    return true;
  error->kind = CHECK_FAILED;
  str_add(&error->text, "the trace has no schedule");
  return false;
}

/* What came of it; of a run that is not replayed, at least the trace. */
static int
tell(const struct report *report)
{
  bool impossible = report->replay.outcome == REPLAY_IMPOSSIBLE;
  struct str out = {0};
  if (impossible) {
    struct trace_input trace = report_trace(report);
    trace_text(&out, &trace, &(struct trace_style){0});
    str_add(&out, "\n");
  }
  report_replay(&out, report);
  fputs(str_text(&out), stdout);
  str_free(&out);
  return impossible ? EXIT_INPUT : report_exit_code(report);
}

static int
replay_trace(const struct command_line *line, const struct json_value *record,
             const struct replay_options *options)
{
  struct check_options check;
  struct operands operands = {0};
  int code = 0;
  if (check_line_read(line, &check, &operands, &code)) {
    struct report report = {.line = line, .options = &check, .operands = &operands};
    struct check_error error = {0};
    if (read_schedule(&report, json_member(record, "schedule"), &error) &&
        read_bounds(&report, json_member(record, "bounds"), &error) &&
        run_schedule(&report, &error) && check_replay(&report, options->output, &watch, &error)) {
      code = tell(&report);
      if (options->gdb && report.replay.outcome != REPLAY_IMPOSSIBLE)
        code = start_debugger(options->output);
    } else {
      code = cli_error(&command_check, &error);
    }
    str_free(&error.text);
    report_free(&report);
  }
  operands_free(&operands);
  return code;
}

static int
run(const struct command_line *line)
{
  struct replay_options options;
  struct operands operands = {0};
  struct arena arena = {0};
  struct diags diags = {0};
  struct str text = {0};
  struct json_error error;
  struct command_line check;
  int code = 0;
  if (!input_line(&command_replay, line, &options, &options.load, &operands, &code)) {
    /* said */
  } else if (options.random && check_is_weak(options.load.memory)) {
    code = cli_usage(&command_replay, "'--random' is for sequentially consistent memory: no "
                                      "store of a random run is late");
  } else if (options.random) {
    code = replay_random(&options, &operands);
  } else if (operands.words.n != 1) {
    code = cli_usage(&command_replay, "expected the file of one trace");
  } else if (file_read(&text, operands.words.at[0], &diags)) {
    const struct json_value *record = json_read(&arena, str_text(&text), text.n, &error);
    if (!record)
      diag_at(&diags, DIAG_ERROR, operands.words.at[0], error.line, error.column, "%s", error.text);
    else if (!read_command(&arena, json_member(record, "command"), &check))
      diag_error(&diags, "'%s' is not the record of a check", operands.words.at[0]);
    else if (!json_member(record, "schedule"))
      diag_error(&diags, "'%s' has no trace: that check found no bug", operands.words.at[0]);
    else
      code = replay_trace(&check, record, &options);
  }
  if (diags.errors)
    code = EXIT_INPUT;
  diags_print(&diags, stderr);
  diags_free(&diags);
  str_free(&text);
  arena_free(&arena);
  operands_free(&operands);
  return code;
}

const struct command command_replay = {
  .name = "replay",
  .summary = "let a bug that was found happen in a real process",
  .table = &table,
  .run = run,
};
