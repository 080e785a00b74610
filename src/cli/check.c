/* heddle check: is there a bug within the bounds? */
#define _XOPEN_SOURCE 700
#include "cli/check.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/worker.h"
#include "cli/certify.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/replay.h"
#include "cli/status.h"
#include "trace/trace.h"

/* The worker looks at the clock often enough, except inside of some phases. */
#define GRACE 1.0

enum colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

static const struct check_options defaults = {.load = LOAD_DEFAULTS};

static const struct option options_of_check[] = {
  {.name = "rounds",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct check_options, rounds),
   .argument = "N",
   .help = "schedules of N rounds; each thread may run once a round (default 2)",
   .least = 1,
   .most = ROUNDS_MOST},
  SCHEDULE_OPTIONS(struct check_options, part),
  TILE_OPTIONS(struct check_options, part),
  LOAD_OPTIONS(struct check_options, load),
  {.name = "time",
   .kind = OPTION_DURATION,
   .offset = offsetof(struct check_options, seconds),
   .argument = "DURATION",
   .help = "give up after 10, 10s, 10m or 1h (default: never)"},
  {.name = "engine",
   .kind = OPTION_CHOICE,
   .offset = offsetof(struct check_options, engine),
   .argument = "sat|explicit|both",
   .help = "solve clauses, try every schedule of a small program, or compare the two",
   .words = "sat,explicit,both"},
  {.name = "no-slice",
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_options, no_slice),
   .help = "keep what no property depends on"},
  {.name = "no-grow",
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_options, no_grow),
   .help = "let all threads run and be interrupted from the start"},
  {.name = "no-guess",
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_options, no_guess),
   .help = "do not try with fewer bits than the analysis can prove"},
  {.name = "no-narrow",
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_options, no_narrow),
   .help = "give every value all its bits, to see what the analysis is worth"},
  {.name = "seed",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct check_options, seed),
   .argument = "N",
   .help = "seed of the solver",
   .most = 2000000000},
  {.name = "json",
   .kind = OPTION_TEXT,
   .offset = offsetof(struct check_options, json),
   .argument = "FILE",
   .help = "write verdict, statistics and trace to FILE"},
  {.name = "replay",
   .kind = OPTION_TEXT,
   .offset = offsetof(struct check_options, replay),
   .argument = "DIR",
   .help = "let the bug happen in a real process, whose program is put into DIR"},
  {.name = "certify",
   .kind = OPTION_TEXT,
   .offset = offsetof(struct check_options, certify),
   .argument = "DIR",
   .help = "write proofs that there is no bug to DIR, and what they rest on"},
  {.name = "sv-comp",
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_options, sv_comp),
   .help = "end with a line in the words of the competition: true, false(...) or unknown"},
  {.name = "stats",
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_options, stats),
   .help = "print sizes and times"},
  {.name = "quiet",
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_options, quiet),
   .help = "print the verdict only: no status line, no trace"},
  {.name = "color",
   .kind = OPTION_CHOICE,
   .offset = offsetof(struct check_options, colour),
   .argument = "auto|always|never",
   .help = "colours in the trace",
   .words = "auto,always,never"},
};

static const struct option_table table = {
  .usage = "check FILE... [options] [-- CLANG-FLAGS]",
  .about =
    "Looks for a schedule and inputs with which the program fails, and prints how it fails.\n"
    "FILE is C source, or one program in heddle's own form if its name ends in .prog.\n"
    "Several files make one program; with -p and no FILE all C files of the project do.\n",
  .options = options_of_check,
  .n = sizeof options_of_check / sizeof *options_of_check,
  .defaults = &defaults,
  .size = sizeof defaults,
  .rest = "CLANG-FLAGS",
};

static bool
coloured(const struct check_options *options)
{
  if (options->colour != COLOUR_AUTO)
    return options->colour == COLOUR_ALWAYS;
  const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return isatty(STDOUT_FILENO) && !(none && *none) && terminal && strcmp(terminal, "dumb");
}

/* Ctrl-C or the time limit before the engine had its turn. */
static bool
stopped_early(struct report *report, const struct status *status)
{
  double limit = report->options->seconds;
  struct engine_result *result = &report->result;
  if (interrupted())
    result->limit = LIMIT_INTERRUPT;
  else if (limit > 0 && status_seconds(status) >= limit)
    result->limit = LIMIT_TIME;
  else
    return false;
  result->verdict = VERDICT_UNKNOWN;
  result->phase = status->now.phase;
  result->reason = result->limit == LIMIT_TIME ? "time limit reached" : "interrupted";
  return true;
}

struct deadline {
  const struct status *status;
  double seconds;
};

static bool
is_over(void *argument)
{
  const struct deadline *deadline = argument;
  return interrupted() ||
         (deadline->seconds > 0 && status_seconds(deadline->status) >= deadline->seconds);
}

/* Which of its schedules are to be looked at? False, with the exit code, if that makes no sense. */
static bool
find_part(struct report *report, int *exit_code)
{
  struct str error = {0};
  struct diags diags = {0};
  report->rounds = report->options->rounds;
  bool found = parts_find(&report->part, &report->rounds, &report->options->part, report->prog,
                          &report->labels, &error, &diags);
  diags_print(&diags, stderr);
  if (!found)
    *exit_code = error.n ? cli_usage(&command_check, str_text(&error)) : EXIT_INPUT;
  diags_free(&diags);
  str_free(&error);
  return found;
}

/* False, with the exit code, if the program cannot be read. */
static bool
read_program(struct report *report, struct status *status, int *exit_code)
{
  double start = status_seconds(status);
  struct deadline deadline = {status, report->options->seconds};
  struct load_stop stop = {is_over, &deadline};
  /* No status line meanwhile: clang writes its messages to the same terminal. */
  status->now.phase = "unfolding the program";
  report->prog =
    load(&command_check, &report->options->load, report->operands, &stop, exit_code);
  report->frontend_seconds = status_seconds(status) - start;
  if (!report->prog) /* Ctrl-C stops clang as well */
    return is_over(&deadline) && *exit_code != EXIT_USAGE;
  status->now.phase = "finding labels";
  start = status_seconds(status);
  labels_find(&report->labels, report->prog);
  report->labels_seconds = status_seconds(status) - start;
  return find_part(report, exit_code);
}

static void
search(struct report *report, struct status *status)
{
  const struct check_options *options = report->options;
  if (stopped_early(report, status))
    return;
  struct engine_options engine = {
    .kind = (enum engine_kind)options->engine,
    .rounds = report->rounds,
    .part = &report->part,
    .seed = options->seed,
    .no_narrow = options->no_narrow,
    .no_slice = options->no_slice,
    .no_grow = options->no_grow,
    .no_guess = options->no_guess,
    .certify = options->certify,
    .seconds = options->seconds > 0 ? options->seconds - status_seconds(status) : 0,
    .stop = status_poll,
    .argument = status,
    .status = &status->now,
  };
  engine_check(&report->result, report->prog, &report->labels, &engine);
  /* What rests on an assumption is no proof. */
  if (report->result.verdict == VERDICT_SAFE && report->prog->assumed.n)
    report->result.verdict = VERDICT_BOUNDED;
}

static void
print(const struct report *report)
{
  const struct engine_result *result = &report->result;
  const char *json = report->options->json;
  if (json && !strcmp(json, "-"))
    return; /* whoever reads JSON from there wants nothing else */
  struct str out = {0};
  if (result->verdict == VERDICT_BUG && !report->options->quiet) {
    struct trace_input input = {report->prog, &report->labels, &result->schedule, &result->run};
    trace_text(&out, &input, coloured(report->options));
    str_add(&out, "\n");
  }
  report_verdict(&out, report);
  if (report->options->stats)
    report_statistics(&out, report);
  if (report->options->sv_comp)
    report_competition(&out, report);
  fputs(str_text(&out), stdout);
  fflush(stdout);
  str_free(&out);
}

static bool
write_json(const struct report *report, struct str *error)
{
  struct json json = {0};
  report_json(&json, report);
  struct output output;
  bool written = output_open(&output, report->options->json, error);
  if (written) {
    fputs(str_text(&json.out), output.file);
    fputc('\n', output.file);
    written = output_close(&output, true, error);
  }
  str_free(&json.out);
  return written;
}

/* Everything there is to say; the exit code. */
static int
tell(const struct report *report)
{
  struct str error = {0};
  print(report);
  int code = report_exit_code(report);
  if (report->result.verdict == VERDICT_INTERNAL)
    report_internal(report);
  if (report->options->certify && !certify_end(report, &error))
    code = cli_failure(str_text(&error));
  str_free(&error);
  if (report->options->json && !write_json(report, &error))
    code = cli_failure(str_text(&error));
  str_free(&error);
  return code;
}

/* ---- two processes ------------------------------------------------------------- */

/* What the watcher knows of the worker. Texts are static, hence the same in both. */
struct shared {
  struct status status;
  unsigned rounds; /* once they are known */
  bool telling;    /* the verdict is known, and being printed */
};

/* False, with the exit code, if there should be a replay and is none. */
static bool
replay(struct report *report, int *code)
{
  const char *folder = report->options->replay;
  return !folder || report->result.verdict != VERDICT_BUG || replay_report(report, folder, code);
}

static int
work(struct report *report, struct shared *shared)
{
  struct status *status = &shared->status;
  struct str error = {0};
  int code = 0;
  const char *json = report->options->json, *certify = report->options->certify;
  const char *folder = report->options->replay;
  if ((json && !output_check(json, &error)) || (certify && !certify_begin(certify, &error)) ||
      (folder && !replay_begin(folder, &error))) {
    code = cli_failure(str_text(&error));
  } else if (read_program(report, status, &code)) {
    shared->rounds = report->rounds;
    search(report, status);
    shared->telling = true;
    status_clear(status);
    report->seconds = status_seconds(status);
    bool replayed = replay(report, &code);
    int told = tell(report);
    if (replayed)
      code = told;
  }
  str_free(&error);
  if (code == EXIT_INPUT && report->options->sv_comp) /* there is always an answer */
    puts("unknown");
  return code;
}

/* The worker did not get to a verdict of its own. Being killed by the system, and running out of
 * memory, which ends it with EXIT_INTERNAL, are limits; any other death is our mistake. */
static void
explain(struct report *report, const struct shared *shared, const struct worker_end *end,
        struct str *reason)
{
  struct engine_result *result = &report->result;
  const char *phase = shared->status.now.phase;
  result->phase = shared->telling ? "printing the verdict" : phase ? phase : "starting";
  result->answered = shared->status.now.answered;
  result->variables = shared->status.now.variables;
  result->clauses = shared->status.now.clauses;
  result->verdict = VERDICT_UNKNOWN;
  if (end->fate == WORKER_OVERDUE)
    result->limit = LIMIT_TIME;
  else if (end->fate == WORKER_INTERRUPTED)
    result->limit = LIMIT_INTERRUPT;
  else if (end->fate == WORKER_ENDED)
    str_printf(reason, "out of memory while %s", result->phase);
  else if (end->signal == SIGKILL || end->signal == SIGXCPU)
    str_printf(reason, "killed while %s, perhaps for lack of memory", result->phase);
  else
    result->verdict = VERDICT_INTERNAL;
  if (result->verdict == VERDICT_INTERNAL)
    str_printf(reason, "%s while %s", strsignal(end->signal), result->phase);
  result->reason = str_text(reason);
}

static int
watch(struct report *report, struct worker *worker)
{
  struct shared *shared = worker->shared;
  struct worker_patience patience = {report->options->seconds, GRACE, &shared->telling};
  struct worker_end end;
  worker_watch(worker, &patience, &end);
  if (end.fate == WORKER_ENDED && (end.code != EXIT_INTERNAL || shared->telling))
    return end.code;
  struct str reason = {0};
  explain(report, shared, &end, &reason);
  if (shared->rounds)
    report->rounds = shared->rounds;
  status_clear(&shared->status);
  report->seconds = status_seconds(&shared->status);
  int code = tell(report);
  str_free(&reason);
  return code;
}

static int
check(struct report *report)
{
  struct worker worker;
  bool working = worker_start(&worker, sizeof(struct shared));
  if (!working)
    return watch(report, &worker);
  struct shared *shared = worker.shared;
  interrupt_watch(worker.watched);
  status_begin(&shared->status, report->options->quiet);
  return work(report, shared);
}

void
report_free(struct report *report)
{
  engine_result_free(&report->result);
  labels_free(&report->labels);
  part_free(&report->part);
  str_free(&report->replay.text);
  if (report->prog)
    prog_free(report->prog);
}

static int
run(const struct command_line *line)
{
  struct check_options options = defaults;
  struct operands operands = {0};
  int code = 0;
  bool go_on = load_line(&command_check, line, &options, &options.load, &operands, &code);
  if (go_on && options.certify && options.engine != ENGINE_SAT) {
    code = cli_usage(&command_check, "option '--certify': only the engine 'sat' makes proofs");
    go_on = false;
  }
  struct str error = {0};
  if (go_on && !parts_check(&options.part, options.rounds, &error)) {
    code = cli_usage(&command_check, str_text(&error));
    go_on = false;
  }
  str_free(&error);
  if (go_on) {
    struct report report = {.line = line, .options = &options, .operands = &operands};
    report.rounds = parts_rounds(&options.part, options.rounds);
    code = check(&report);
    report_free(&report);
  } else if (code == EXIT_INPUT && options.sv_comp) {
    puts("unknown");
  }
  operands_free(&operands);
  return code;
}

const struct command command_check = {
  .name = "check",
  .summary = "look for a bug and print a trace of it",
  .table = &table,
  .run = run,
};
