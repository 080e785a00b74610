/* heddle replay: a trace as a real process.
 *
 * The record of a check (--json) holds the command line and the schedule, which is all there is to
 * a run. The program is unfolded once more, this time with the points that a replay stops at; the
 * interpreter runs the schedule on it, and the script is made from its steps.
 *
 * The threads of a replay run one at a time, and each sees what those before it have stored. Where
 * others are to see a store late, share/replay emulates the store buffer; a run of a weak memory
 * model that can do without is replayed like any other. */
#define _XOPEN_SOURCE 700
#include "cli/replay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json_read.h"
#include "base/output.h"
#include "cli/interrupt.h"
#include "trace/trace.h"

struct replay_options {
  struct load_options load; /* with --random */
  const char *output;
  bool gdb;
  unsigned random, seed;
};

/* ---- building and running ---------------------------------------------------------------- */

bool
replay_begin(const char *folder, struct str *error)
{
  struct stat about;
  struct str path = {0};
  if (mkdir(folder, 0777) && errno != EEXIST) {
    str_printf(error, "cannot make folder '%s': %s", folder, strerror(errno));
    return false;
  }
  if (!stat(folder, &about) && !S_ISDIR(about.st_mode)) {
    str_printf(error, "'%s' is not a folder", folder);
    return false;
  }
  str_printf(&path, "%s/replay", folder);
  unlink(str_text(&path)); /* of another bug */
  bool fine = output_check(str_text(&path), error);
  str_free(&path);
  return fine;
}

static bool
make_folder(const char *folder, int *exit_code)
{
  struct str error = {0};
  bool made = replay_begin(folder, &error);
  if (!made)
    *exit_code = cli_failure(str_text(&error));
  str_free(&error);
  return made;
}

/* Did the interpreter find the same end? */
static bool
is_same_end(const struct report *report, const struct prog *prog, const struct run *run)
{
  const struct run *old = &report->result.run;
  if (run->end != old->end)
    return false;
  return run->end != RUN_VIOLATION ||
         prog->events.at[run->at].fault == report->prog->events.at[old->at].fault;
}

static struct replay_input
input_of(const struct prog *prog, const struct run *run, const struct load_options *options)
{
  return (struct replay_input){.prog = prog,
                               .run = run,
                               .malloc_fails = options->malloc_fails,
                               .no_spurious = options->no_spurious,
                               .handle_first = options->handle_first};
}

static bool
run_process(struct report *report, const struct replay_input *input, const char *folder,
            const char *program, int *exit_code)
{
  struct diags diags = {0};
  struct replay_files files = {
    .folder = folder, .program = program, .is_32_bit = input->prog->pointer_bits == 32};
  report->replay.outcome = replay_run(input, &files, &report->replay.text, &diags);
  bool ran = report->replay.outcome != REPLAY_FAILED;
  if (report->replay.outcome != REPLAY_REPRODUCED && interrupted()) {
    report->replay.outcome = REPLAY_FAILED; /* so were the compiler and the process */
    *exit_code = cli_failure("the replay was interrupted");
    ran = false;
  } else {
    diags_print(&diags, stderr);
    if (!ran)
      *exit_code = EXIT_INPUT;
  }
  diags_free(&diags);
  return ran;
}

/* The same event in a prog that has points besides; both are of the same thread. */
static event_id
with_points(const struct prog *from, event_id event, const struct prog *to, thread_id thread)
{
  event_id at = to->threads.at[thread].first;
  event_id before = event - from->threads.at[thread].first; /* and so many without the points */
  for (; at < to->threads.at[thread].end; at++) {
    bool point = to->events.at[at].kind == EVENT_POINT || to->events.at[at].kind == EVENT_PAST;
    if (!point && !before--)
      break;
  }
  return at;
}

/* The run's late stores, as events of the prog of the replay. If nobody notices them, there are
 * none. */
static void
take_late(struct schedule *schedule, const struct report *report, const struct prog *prog)
{
  const struct prog *from = report->prog;
  bool is_late = report_is_late(report);
  for (size_t i = 0; is_late && i < report->result.schedule.late.n; i++) {
    struct late late = report->result.schedule.late.at[i];
    thread_id thread = 0;
    while (late.store >= from->threads.at[thread].end)
      thread++;
    late.store = with_points(from, late.store, prog, thread);
    vec_push(&schedule->late, late);
  }
}

static unsigned
count_late(const struct run *run)
{
  unsigned n = 0;
  for (size_t i = 0; i < run->steps.n; i++)
    n += run->steps.at[i].kind == STEP_BUFFERED;
  return n;
}

/* What the process is told, and is not the program's doing. */
static void
find_scripted(struct report *report, const struct prog *prog, const struct run *run)
{
  const struct engine_result *result = &report->result;
  struct trace_input found = {report->prog, &report->labels, &result->schedule, &result->run};
  struct trace_input points = {.prog = prog, .run = run};
  scripted_find(&report->replay.scripted, &found);
  scripted_find_timed(&report->replay.scripted, &points);
  report->replay.checker = scripted_checker(&found);
}

bool
replay_report(struct report *report, const char *folder, int *exit_code)
{
  struct load_options options = report->load;
  const struct schedule *found = &report->result.schedule;
  struct schedule schedule = {.contexts = found->contexts, .inputs = found->inputs};
  struct str program = {0};
  if (load_is_prog(report->operands)) {
    *exit_code = cli_failure("a .prog file is no program that can be replayed");
    return false;
  }
  if (!make_folder(folder, exit_code))
    return false;
  str_printf(&program, "%s/program.bc", folder);
  options.replay = str_text(&program);
  struct prog *prog = load(&command_check, &options, report->operands, NULL, exit_code);
  bool done = false;
  if (prog) {
    struct labels labels = {0};
    struct run run;
    labels_find(&labels, prog);
    take_late(&schedule, report, prog);
    interp_run(&run, prog, &labels, &schedule);
    report->replay.late = count_late(&run);
    struct replay_input input = input_of(prog, &run, &options);
    report->replay.folder = folder;
    find_scripted(report, prog, &run);
    if (is_same_end(report, prog, &run)) {
      done = run_process(report, &input, folder, str_text(&program), exit_code);
    } else {
      report->replay.outcome = REPLAY_DIVERGED;
      str_add(&report->replay.text, "the interpreter does not take the steps again");
      done = true;
    }
    run_free(&run);
    vec_free(&schedule.late);
    labels_free(&labels);
    prog_free(prog);
  }
  str_free(&program);
  return done;
}

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
  struct replay_input input = {.prog = prog,
                               .run = &run,
                               .malloc_fails = options->malloc_fails,
                               .no_spurious = options->no_spurious,
                               .handle_first = options->handle_first};
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
    outcome =
      compare_run(prog, &labels, options->seed + n, load_options, options->output, &text);
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
  struct str program = {0};
  int code = 0;
  if (!make_folder(options->output, &code))
    return code;
  str_printf(&program, "%s/program.bc", options->output);
  load_options.replay = str_text(&program);
  load_options.to_the_end = true;
  struct prog *prog = load(&command_replay, &load_options, operands, NULL, &code);
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

/* Records of runs without late stores do not mention them. */
static bool
read_late(struct schedule *schedule, const struct json_value *value)
{
  if (value && value->kind != JSON_ARRAY)
    return false;
  for (const struct json_value *at = value ? value->first : NULL; at; at = at->next) {
    const struct json_value *store = json_member(at, "store");
    const struct json_value *context = json_member(at, "context");
    struct late late = {.context = CONTEXT_NEVER};
    if (!store || !store->is_uint || store->natural > UINT32_MAX || !context ||
        (context->kind != JSON_NULL && (!context->is_uint || context->natural >= CONTEXT_NEVER)))
      return false;
    late.store = (event_id)store->natural;
    if (context->kind != JSON_NULL)
      late.context = (uint32_t)context->natural;
    vec_push(&schedule->late, late);
  }
  return true;
}

static bool
read_schedule(struct schedule *schedule, const struct json_value *value)
{
  const struct json_value *contexts = json_member(value, "contexts");
  const struct json_value *inputs = json_member(value, "inputs");
  if (!contexts || contexts->kind != JSON_ARRAY || !inputs || inputs->kind != JSON_ARRAY)
    return false;
  for (const struct json_value *at = contexts->first; at; at = at->next) {
    const struct json_value *thread = json_member(at, "thread");
    const struct json_value *labels = json_member(at, "labels");
    if (!thread || !thread->is_uint || !labels || !labels->is_uint)
      return false;
    vec_push(&schedule->contexts,
             ((struct context){(thread_id)thread->natural, (uint32_t)labels->natural}));
  }
  for (const struct json_value *at = inputs->first; at; at = at->next) {
    if (!at->is_uint)
      return false;
    vec_push(&schedule->inputs, at->natural);
  }
  return read_late(schedule, json_member(value, "late"));
}

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
run_schedule(struct report *report, int *exit_code)
{
  report->prog = load(&command_check, &report->load, report->operands, NULL, exit_code);
  if (!report->prog)
    return false;
  labels_find(&report->labels, report->prog);
  report->result.verdict = VERDICT_BUG;
  if (fits_late(&report->result.schedule, report->prog)) {
    interp_run(&report->result.run, report->prog, &report->labels, &report->result.schedule);
    enum run_end end = report->result.run.end;
    if (end == RUN_VIOLATION || end == RUN_DEADLOCK || end == RUN_RACE)
      return true;
  }
  *exit_code = cli_failure("the trace is not one of this program, or the program has changed");
  return false;
}

/* The bounds of the step that found the bug: loops have been raised since the command line. */
static bool
read_bounds(struct load_options *load, const struct json_value *value, struct arena *arena)
{
  const struct json_value *unwind = json_member(value, "unwind");
  const struct json_value *rules = json_member(value, "unwindset");
  if (!unwind || !unwind->is_uint || !rules || rules->kind != JSON_ARRAY)
    return false;
  load->unwind = (unsigned)unwind->natural;
  load->unwindset = (struct option_list){arena_alloc(arena, (rules->n + 1) * sizeof(char *)), 0};
  for (const struct json_value *at = rules->first; at; at = at->next) {
    if (at->kind != JSON_TEXT || strlen(at->text) != at->length)
      return false;
    load->unwindset.at[load->unwindset.n++] = at->text;
  }
  return true;
}

/* What came of it; of a run that is not replayed, at least the trace. */
static int
tell(const struct report *report)
{
  const struct engine_result *result = &report->result;
  bool impossible = report->replay.outcome == REPLAY_IMPOSSIBLE;
  struct str out = {0};
  if (impossible) {
    struct trace_input trace = {report->prog, &report->labels, &result->schedule, &result->run};
    trace_text(&out, &trace, false);
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
  if (load_line(&command_check, line, &check, &check.load, &operands, &code)) {
    check_settle(&check);
    struct report report = {
      .line = line, .options = &check, .operands = &operands, .load = check.load};
    if (!read_schedule(&report.result.schedule, json_member(record, "schedule"))) {
      code = cli_failure("the trace has no schedule");
    } else if (!read_bounds(&report.load, json_member(record, "bounds"), &report.arena)) {
      code = cli_failure("the trace has no bounds");
    } else if (run_schedule(&report, &code) && replay_report(&report, options->output, &code)) {
      code = tell(&report);
      if (options->gdb && report.replay.outcome != REPLAY_IMPOSSIBLE)
        code = start_debugger(options->output);
    }
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
  if (!load_line(&command_replay, line, &options, &options.load, &operands, &code)) {
    /* said */
  } else if (options.random && options.load.memory != MEMORY_SC) {
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
