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
#include "cli/folder.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/replay.h"
#include "cli/search.h"
#include "cli/simplify.h"
#include "cli/status.h"
#include "trace/trace.h"

/* The worker looks at the clock often enough, except inside of some phases. */
#define GRACE 1.0

enum colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

/* With neither bounds nor a time limit. */
#define DEEPEN_SECONDS 60

static const struct check_options defaults = {.load = LOAD_DEFAULTS};

static const struct option options_of_check[] = {
  {.name = "rounds",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct check_options, rounds),
   .argument = "N",
   .help = "schedules of N rounds, in each of which a thread may run once; no deepening",
   .least = 1,
   .most = ROUNDS_MOST},
  LOAD_OPTIONS(struct check_options, load),
  {.name = "time",
   .kind = OPTION_DURATION,
   .offset = offsetof(struct check_options, seconds),
   .argument = "DURATION",
   .help = "give up after 10, 10s, 10m or 1h (default 60s; never if there are bounds)"},
  {.name = "jobs",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct check_options, jobs),
   .argument = "N",
   .help = "processes at work (default: one for each core; if there are bounds, one)",
   .least = 1,
   .most = 1000},
  {.name = "job-time",
   .kind = OPTION_DURATION,
   .offset = offsetof(struct check_options, job_seconds),
   .argument = "DURATION",
   .help = "give up an instance, see --tiles, after that time (default: never)"},
  {.name = "job-memory",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct check_options, job_memory),
   .argument = "MB",
   .help = "memory of each process at work; beyond that it is ended (default: no limit)",
   .least = 1,
   .most = 1000000000},
  {.name = "journal",
   .kind = OPTION_TEXT,
   .offset = offsetof(struct check_options, journal),
   .argument = "FILE",
   .help = "write to FILE what is decided, so that --resume can go on if this is killed"},
  {.name = "resume",
   .kind = OPTION_TEXT,
   .offset = offsetof(struct check_options, resume),
   .argument = "FILE",
   .help = "go on where the same command, with --journal FILE and any engine, has ended"},
  SCHEDULE_OPTIONS(struct check_options, part),
  TILE_OPTIONS(struct check_options, part),
  SELECTION_OPTIONS(struct check_options, part),
  {.name = "engine",
   .kind = OPTION_VARIANT,
   .offset = offsetof(struct check_options, engine),
   .argument = "ENGINE",
   .help = "sat, explicit (try every schedule), both; a solver: dimacs:COMMAND, smt2:COMMAND; a "
           "verifier of sequential C: gcc (tries all runs), cbmc, esbmc, klee, cpachecker, frama-c",
   .words = ENGINE_WORDS},
  {.name = "keep",
   .kind = OPTION_TEXT,
   .offset = offsetof(struct check_options, keep),
   .argument = "DIR",
   .help = "leave the programs that such a verifier was given, and what it printed, in DIR"},
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
    "Several files make one program; with -p and no FILE all C files of the project do.\n"
    "Without --rounds, --unwind and --unwindset the bounds are raised step by step, until there\n"
    "is a bug, nothing is left open, or the time is over. What is not given is 2 otherwise.\n",
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

static unsigned
cores(void)
{
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 && n < 1000 ? (unsigned)n : 1;
}

const struct backend *
check_backend(const struct check_options *options)
{
  return engine_get(options->engine.word)->backend;
}

void
check_settle(struct check_options *options)
{
  const struct part_options *part = &options->part;
  bool bounds =
    options->rounds || options->load.bounds == BOUNDS_GIVEN || options->load.unwindset.n;
  bool all = !part->tiles && !part->instance && !part->schedule && !part->switches;
  unsigned abilities = engine_get(options->engine.word)->abilities;
  options->deepen = !bounds && all && abilities & ENGINE_DEEPENS && !options->certify;
  options->rounds_given = options->rounds;
  options->load.handle_first = options->sv_comp;
  if (!options->rounds)
    options->rounds = options->deepen ? 1 : parts_rounds(part, 0);
  if (options->deepen) {
    options->load.unwind = 1;
    options->load.bounds = BOUNDS_RAISED;
  }
  if (options->deepen && options->seconds <= 0)
    options->seconds = DEEPEN_SECONDS;
  if ((options->deepen || part->tiles) && !options->jobs)
    options->jobs = cores();
  if ((options->journal || options->resume) && !options->jobs)
    options->jobs = 1;
}

/* Instances are divided already, whatever the engine: each is a problem by itself. */
static struct engine_wish
wish_of(const struct check_options *options)
{
  unsigned abilities = options->certify ? ENGINE_CERTIFIES : 0;
  if (options->jobs && !options->part.tiles)
    abilities |= ENGINE_DIVIDES;
  if ((options->journal || options->resume) && !options->part.tiles)
    abilities |= ENGINE_JOURNALS;
  return (struct engine_wish){.memory = options->load.memory,
                              .properties = options->load.property,
                              .abilities = abilities,
                              .keeps = options->keep};
}

/* NULL, or what is wrong about the options together, whatever the engine. */
static const char *
contradiction(const struct check_options *options)
{
  const struct part_options *part = &options->part;
  if (options->certify && options->jobs)
    return "'--certify' and '--jobs' exclude each other: a proof is of one piece";
  if (part->tiles && options->certify)
    return "'--tiles' and '--certify' exclude each other: a proof is of one piece";
  if (part->instances && !part->tiles)
    return "'--instances' needs '--tiles'";
  if (part->tiles && part->instance)
    return "'--tiles' and '--instance' exclude each other";
  if ((part->tile_size || part->tiling) && !part->tiles && !part->instance)
    return "tiles of which nothing is selected: give '--tiles' or '--instance'";
  if (options->job_seconds > 0 && !part->tiles)
    return "'--job-time' is for instances: it needs '--tiles'";
  if (options->journal && options->resume)
    return "'--resume' goes on with the journal it names; '--journal' would begin another";
  if ((options->journal || options->resume) && options->certify)
    return "'--certify' and '--journal' exclude each other: a proof is of one piece";
  return NULL;
}

/* Do the options fit together, and to the engine? False with a message in `error` if not. */
static bool
options_fit(const struct check_options *options, struct str *error)
{
  struct engine_wish wish = wish_of(options);
  if (!engine_can(engine_get(options->engine.word), &wish, error))
    return false;
  const char *wrong = contradiction(options);
  if (wrong)
    str_add(error, wrong);
  return !wrong;
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
  struct deepening deepening;
  bool telling; /* the verdict is known, and being printed */
};

/* False, with the exit code, if there should be a replay and is none. */
static bool
replay(struct report *report, int *code)
{
  const char *folder = report->options->replay;
  return !folder || report->result.verdict != VERDICT_BUG || replay_report(report, folder, code);
}

/* Can everything be done that the options ask for? */
static bool
begin(const struct check_options *options, struct str *error)
{
  const char *command = options->engine.text;
  const struct backend *backend = check_backend(options);
  return (!command || sat_external_found(command, error)) &&
         (!backend || backend_is_there(backend, error)) &&
         (!options->json || output_check(options->json, error)) &&
         (!options->certify || certify_begin(options->certify, error)) &&
         (!options->replay || replay_begin(options->replay, error));
}

static int
work(struct report *report, struct shared *shared)
{
  struct status *status = &shared->status;
  struct str error = {0};
  int code = 0;
  if (!begin(report->options, &error)) {
    code = cli_failure(str_text(&error));
  } else if (search(report, &shared->deepening, status, &code)) {
    shared->telling = true;
    status_clear(status);
    report->seconds = status_seconds(status);
    if (report->result.verdict == VERDICT_BUG)
      simplify(report);
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

/* The worker did not get to a verdict of its own. Being killed by the system, a limit of the user's
 * shell (ulimit -t), and running out of memory, which ends it with EXIT_INTERNAL, are limits; any
 * other death is our mistake. */
static void
explain(struct engine_result *result, const struct shared *shared, const struct worker_end *end,
        struct str *reason)
{
  const struct engine_status *now = &shared->status.now;
  result->phase = shared->telling ? "printing the verdict" : now->phase ? now->phase : "starting";
  result->answered = now->answered;
  result->variables = now->variables;
  result->clauses = now->clauses;
  result->share = now->share;
  result->verdict = VERDICT_UNKNOWN;
  if (end->fate == WORKER_OVERDUE)
    result->limit = LIMIT_TIME;
  else if (end->fate == WORKER_INTERRUPTED)
    result->limit = LIMIT_INTERRUPT;
  else if (end->fate == WORKER_ENDED)
    str_printf(reason, "out of memory while %s", result->phase);
  else if (end->signal == SIGXCPU)
    str_printf(reason, "limit of processor time reached while %s", result->phase);
  else if (end->signal == SIGKILL)
    str_printf(reason, "killed while %s, perhaps for lack of memory", result->phase);
  else
    result->verdict = VERDICT_INTERNAL;
  if (result->verdict == VERDICT_INTERNAL)
    str_printf(reason, "%s while %s", strsignal(end->signal), result->phase);
  result->reason = str_text(reason);
}

/* What earlier stages have shown holds, whatever happened to the worker. */
static void
keep_stages(struct report *report)
{
  struct engine_result *result = &report->result;
  const struct deepening *deepening = report->deepening;
  if (!deepening->done || result->verdict != VERDICT_UNKNOWN)
    return;
  const struct stage *last = &deepening->stages[deepening->done - 1];
  report->open.is = true;
  report->open.limit = result->limit;
  report->open.phase = result->phase;
  report->open.reason = result->reason;
  report->open.share = result->share;
  *result = (struct engine_result){.verdict = VERDICT_BOUNDED,
                                   .cut = UINT32_MAX,
                                   .loops_known = true,
                                   .loops_complete = last->loops_complete,
                                   .rounds_complete = last->rounds_complete};
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
  report->deepening = &shared->deepening;
  report->large = &shared->status.large;
  if (!shared->deepening.stages[0].rounds) /* it did not get that far */
    shared->deepening.stages[0].rounds = report->options->rounds;
  explain(&report->result, shared, &end, &reason);
  keep_stages(report);
  status_clear(&shared->status);
  report->seconds = status_seconds(&shared->status);
  int code = tell(report);
  str_free(&reason);
  return code;
}

/* In the worker, or in both. */
static int
take_part(struct report *report)
{
  struct worker worker;
  bool working = worker_start(&worker, sizeof(struct shared));
  if (!working)
    return watch(report, &worker);
  struct shared *shared = worker.shared;
  interrupt_watch(worker.watched);
  status_begin(&shared->status, report->options->quiet, report->options->seconds);
  shared->deepening.fixed = !report->options->deepen;
  report->deepening = &shared->deepening;
  int code = work(report, shared);
  if (worker.watched)
    report->folder = NULL; /* the watcher removes it */
  return code;
}

static int
check(struct report *report)
{
  const struct check_options *options = report->options;
  struct str folder = {0}, error = {0};
  bool is_tool = check_backend(options) != NULL;
  if (is_tool && !folder_make(&folder, options->keep, &error)) {
    int code = cli_failure(str_text(&error));
    str_free(&error);
    return code;
  }
  report->folder = is_tool ? str_text(&folder) : NULL;
  int code = take_part(report);
  if (report->folder && !options->keep)
    folder_remove(report->folder);
  str_free(&folder);
  return code;
}

void
report_free(struct report *report)
{
  engine_result_free(&report->result);
  labels_free(&report->labels);
  part_free(&report->part);
  instances_free(&report->instances);
  str_free(&report->replay.text);
  scripted_free(&report->replay.scripted);
  if (report->prog)
    prog_free(report->prog);
  vec_free(&report->notes);
  arena_free(&report->arena);
}

static int
run(const struct command_line *line)
{
  struct check_options options = defaults;
  struct operands operands = {0};
  int code = 0;
  bool go_on = load_line(&command_check, line, &options, &options.load, &operands, &code);
  struct str error = {0};
  if (go_on &&
      !(parts_check(&options.part, options.rounds, &error) && options_fit(&options, &error))) {
    code = cli_usage(&command_check, str_text(&error));
    go_on = false;
  }
  str_free(&error);
  if (go_on) {
    check_settle(&options);
    struct report report = {
      .line = line, .options = &options, .operands = &operands, .load = options.load};
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
