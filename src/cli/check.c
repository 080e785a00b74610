/* heddle check: is there a bug within the bounds? */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/output.h"
#include "base/worker.h"
#include "cli/inputs.h"
#include "cli/interrupt.h"
#include "cli/keep_going.h"
#include "cli/status.h"
#include "ir/text.h"
#include "report/certify.h"

/* The worker looks at the clock often enough, except inside of some phases. */
#define GRACE 1.0

enum colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };
enum format { FORMAT_TEXT, FORMAT_GCC };

/* What is checked, and how it is told. */
struct check_line {
  struct check_options check;
  const char *json, *html;
  unsigned colour;
  bool stats, quiet, sv_comp, full_trace;
  const char *sarif;
  unsigned format;
  bool keep_going;
};

static const struct check_line defaults = {.check = {.load = LOAD_DEFAULTS}};

static const struct option options_of_check[] = {
  {.name = "rounds",
   .section = SECTION_BOUNDS,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct check_line, check.rounds),
   .argument = "N",
   .help = "schedules of N rounds, in each of which a thread may run once; no deepening",
   .least = 1,
   .most = ROUNDS_MOST},
  LOAD_OPTIONS(struct check_line, check.load),
  {.name = "time",
   .alias = "timeout",
   .kind = OPTION_DURATION,
   .offset = offsetof(struct check_line, check.seconds),
   .argument = "DURATION",
   .help = "give up after 10, 10s, 10m or 1h (default 60s; never if there are bounds)"},
  {.name = "jobs",
   .letter = 'j',
   .section = SECTION_PARALLEL,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct check_line, check.jobs),
   .argument = "N",
   .help = "processes at work (default: one for each core; if there are bounds, one)",
   .least = 1,
   .most = 1000},
  {.name = "job-time",
   .section = SECTION_PARALLEL,
   .kind = OPTION_DURATION,
   .offset = offsetof(struct check_line, check.job_seconds),
   .argument = "DURATION",
   .help = "give up an instance, see --tiles, after that time (default: never)"},
  {.name = "job-memory",
   .section = SECTION_PARALLEL,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct check_line, check.job_memory),
   .argument = "MB",
   .help = "memory of each process at work; beyond that it is ended (default: no limit)",
   .least = 1,
   .most = 1000000000},
  {.name = "journal",
   .section = SECTION_PARALLEL,
   .kind = OPTION_TEXT,
   .offset = offsetof(struct check_line, check.journal),
   .argument = "FILE",
   .help = "write to FILE what is decided, so that --resume can go on if this is killed"},
  {.name = "resume",
   .section = SECTION_PARALLEL,
   .kind = OPTION_TEXT,
   .offset = offsetof(struct check_line, check.resume),
   .argument = "FILE",
   .help = "go on where the same command, with --journal FILE and any engine, has ended"},
  SCHEDULE_OPTIONS(struct check_line, check.part),
  TILE_OPTIONS(struct check_line, check.part),
  SELECTION_OPTIONS(struct check_line, check.part),
  {.name = "share",
   .section = SECTION_PARALLEL,
   .kind = OPTION_TEXT,
   .offset = offsetof(struct check_line, check.part.share),
   .argument = "K/N",
   .help = "of these instances every N-th, from number K on; see heddle cluster"},
  {.name = "engine",
   .section = SECTION_EXPERT,
   .kind = OPTION_VARIANT,
   .offset = offsetof(struct check_line, check.engine),
   .argument = "ENGINE",
   .help =
     "auto (the default: rounds, and explicit, order and states beside it if bounds are raised), "
     "rounds, order (clauses of all schedules, without rounds), explicit (try every "
     "schedule), both (rounds and explicit), states (every state of the program with its loops), "
     "random (random runs of it); a solver: dimacs:COMMAND, smt2:COMMAND; a "
     "verifier of sequential C: gcc (tries all runs), cbmc, esbmc, klee, cpachecker, frama-c",
   .words = ENGINE_WORDS,
   .past = ENGINE_WORDS_PAST},
  {.name = "keep",
   .section = SECTION_OUTPUT,
   .kind = OPTION_TEXT,
   .offset = offsetof(struct check_line, check.keep),
   .argument = "DIR",
   .help = "leave what another verifier (--engine) was given and has printed in DIR"},
  {.name = "no-slice",
   .section = SECTION_EXPERT,
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_line, check.no_slice),
   .help = "keep what no property depends on"},
  {.name = "no-grow",
   .section = SECTION_EXPERT,
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_line, check.no_grow),
   .help = "let all threads run and be interrupted from the start"},
  {.name = "no-guess",
   .section = SECTION_EXPERT,
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_line, check.no_guess),
   .help = "do not try with fewer bits than the analysis can prove"},
  {.name = "no-narrow",
   .section = SECTION_EXPERT,
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_line, check.no_narrow),
   .help = "give every value all its bits, to see what the analysis is worth"},
  {.name = "no-minimise",
   .section = SECTION_OUTPUT,
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_line, check.no_minimise),
   .help = "print the run of the bug as it was found, and do not look for a shorter one"},
  {.name = "full-trace",
   .section = SECTION_OUTPUT,
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_line, full_trace),
   .help = "print every step, also those that the bug does not depend on"},
  {.name = "seed",
   .section = SECTION_EXPERT,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct check_line, check.seed),
   .argument = "N",
   .help = "random seed of the solver",
   .most = 2000000000},
  {.name = "json",
   .section = SECTION_OUTPUT,
   .kind = OPTION_TEXT,
   .offset = offsetof(struct check_line, json),
   .argument = "FILE",
   .help = "write verdict, statistics and trace to FILE"},
  {.name = "html",
   .section = SECTION_OUTPUT,
   .kind = OPTION_TEXT,
   .offset = offsetof(struct check_line, html),
   .argument = "FILE",
   .help = "write verdict and trace to FILE, as a page to look at"},
  {.name = "keep-going",
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_line, keep_going),
   .help = "find all bugs, one for each property and place, and print a trace of each"},
  {.name = "replay",
   .kind = OPTION_TEXT,
   .offset = offsetof(struct check_line, check.replay),
   .argument = "DIR",
   .help = "let the bug happen in a real process, whose program is put into DIR"},
  {.name = "certify",
   .section = SECTION_OUTPUT,
   .kind = OPTION_TEXT,
   .offset = offsetof(struct check_line, check.certify),
   .argument = "DIR",
   .help = "write proofs that there is no bug to DIR, and what they rest on"},
  {.name = "sarif",
   .section = SECTION_OUTPUT,
   .kind = OPTION_TEXT,
   .offset = offsetof(struct check_line, sarif),
   .argument = "FILE",
   .help = "write the bug and its steps to FILE as SARIF 2.1.0, for code hosts and editors"},
  {.name = "format",
   .section = SECTION_OUTPUT,
   .kind = OPTION_CHOICE,
   .offset = offsetof(struct check_line, format),
   .argument = "text|gcc",
   .help = "print the trace, or lines as of a compiler: file:line:column: error: ...",
   .words = "text,gcc"},
  {.name = "sv-comp",
   .section = SECTION_OUTPUT,
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_line, sv_comp),
   .help = "end with a line in the words of the competition: true, false(...) or unknown"},
  {.name = "stats",
   .section = SECTION_OUTPUT,
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_line, stats),
   .help = "print sizes and times"},
  {.name = "quiet",
   .section = SECTION_OUTPUT,
   .kind = OPTION_FLAG,
   .offset = offsetof(struct check_line, quiet),
   .help = "print the verdict only: no status line, no trace"},
  {.name = "color",
   .section = SECTION_OUTPUT,
   .kind = OPTION_CHOICE,
   .offset = offsetof(struct check_line, colour),
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
    "is a bug, nothing is left open, or the time is over. If you give any of them, the others\n"
    "default to 2.\n",
  .options = options_of_check,
  .n = sizeof options_of_check / sizeof *options_of_check,
  .defaults = &defaults,
  .size = sizeof defaults,
  .rest = "CLANG-FLAGS",
};

/* Gives what the user has not set its value. */
static void
settle(struct check_line *line)
{
  line->check.load.handle_first = line->sv_comp;
  check_settle(&line->check);
}

/* ---- telling ------------------------------------------------------------------- */

static bool
coloured(const struct check_line *line)
{
  if (line->colour != COLOUR_AUTO)
    return line->colour == COLOUR_ALWAYS;
  const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return isatty(STDOUT_FILENO) && !(none && *none) && terminal && strcmp(terminal, "dumb");
}

/* Of a terminal; 0 = there is none, or it does not say. */
static unsigned
columns(void)
{
  struct winsize size;
  const char *text = getenv("COLUMNS");
  char *end;
  unsigned long given = text ? strtoul(text, &end, 10) : 0;
  if (given && !*end)
    return given < 1000 ? (unsigned)given : 1000;
  if (isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
    return size.ws_col;
  return 0;
}

static bool
is_stdout(const char *path)
{
  return path && !strcmp(path, "-");
}

static void
print(const struct report *report, const struct check_line *line)
{
  if (is_stdout(line->json) || is_stdout(line->html) || is_stdout(line->sarif))
    return; /* whoever reads one of these from there wants nothing else */
  struct str out = {0};
  if (line->format == FORMAT_GCC && !line->quiet) {
    report_compiler(&out, report);
  } else if (report->result.verdict == VERDICT_BUG && !line->quiet) {
    struct trace_input input = report_trace(report);
    struct trace_style style = {coloured(line), line->full_trace, columns()};
    trace_text(&out, &input, &style);
    str_add(&out, "\n");
  }
  report_verdict(&out, report);
  if (line->stats)
    report_statistics(&out, report);
  if (line->sv_comp)
    report_competition(&out, report);
  fputs(str_text(&out), stdout);
  fflush(stdout);
  str_free(&out);
}

static bool
write_text(const char *path, const struct str *text, struct str *error)
{
  struct output output;
  if (!output_open(&output, path, error))
    return false;
  fputs(str_text(text), output.file);
  return output_close(&output, true, error);
}

static bool
write_json(const struct report *report, const char *path,
           void (*write)(struct json *, const struct report *), struct str *error)
{
  struct json json = {0};
  write(&json, report);
  str_add(&json.out, "\n");
  bool written = write_text(path, &json.out, error);
  str_free(&json.out);
  return written;
}

static bool
write_html(const struct report *report, const char *path, struct str *error)
{
  struct str page = {0};
  report_html(&page, report);
  bool written = write_text(path, &page, error);
  str_free(&page);
  return written;
}

/* All that is needed to reproduce our mistake goes to a file. */
static void
tell_internal(const struct report *report)
{
  struct str text = {0}, path = {0}, error = {0};
  report_circumstances(&text, report);
  fprintf(stderr, "heddle: this is a mistake in heddle, not in your program\n%s", str_text(&text));
  if (!report->prog) { /* it was not the one who says so that had it */
    fputs("Please report it with your program, or the output of 'heddle dump' for it.\n", stderr);
  } else {
    prog_print(&text, report->prog, NULL);
    str_printf(&path, "heddle-report-%ld.prog", (long)getpid());
    if (write_text(str_text(&path), &text, &error))
      fprintf(stderr, "Please report it together with the file %s.\n", str_text(&path));
    else
      fprintf(stderr,
              "Please report it with the output of 'heddle dump' for the same files (%s).\n",
              str_text(&error));
  }
  str_free(&text);
  str_free(&path);
  str_free(&error);
}

/* Everything there is to say; the exit code. */
static int
tell(const struct report *report, const struct check_line *line)
{
  struct str error = {0};
  print(report, line);
  int code = report_exit_code(report);
  if (report->result.verdict == VERDICT_INTERNAL)
    tell_internal(report);
  if (line->check.certify && !certify_end(report, &error))
    code = cli_failure(str_text(&error));
  str_free(&error);
  if (line->json && !write_json(report, line->json, report_json, &error))
    code = cli_failure(str_text(&error));
  str_free(&error);
  if (line->sarif && !write_json(report, line->sarif, report_sarif, &error))
    code = cli_failure(str_text(&error));
  str_free(&error);
  if (line->html && !write_html(report, line->html, &error))
    code = cli_failure(str_text(&error));
  str_free(&error);
  return code;
}

/* ---- two processes ------------------------------------------------------------- */

/* Can everything be done that the options ask for? */
static bool
begin(const struct check_line *line, struct str *error)
{
  const struct check_options *options = &line->check;
  return check_engine_found(options, error) && (!line->json || output_check(line->json, error)) &&
         (!line->html || output_check(line->html, error)) &&
         (!line->sarif || output_check(line->sarif, error)) &&
         (!options->certify || certify_begin(options->certify, error)) &&
         (!options->replay || check_replay_begin(options->replay, error));
}

/* The exit code, if there should be a replay and is none. */
static int
replay(struct report *report, const struct check_watch *watch)
{
  const char *folder = report->options->replay;
  struct check_error error = {0};
  if (folder && report->result.verdict == VERDICT_BUG)
    check_replay(report, folder, watch, &error);
  int code = cli_error(&command_check, &error);
  str_free(&error.text);
  return code;
}

static int
work(struct report *report, const struct check_line *line, struct status *status)
{
  struct check_watch watch = status_watch(status);
  struct check_error error = {0};
  int code;
  if (!begin(line, &error.text)) {
    code = cli_failure(str_text(&error.text));
  } else if (!check_run(report, &status->progress, &watch, &error)) {
    status_clear(status);
    code = cli_error(&command_check, &error);
  } else {
    int failed = replay(report, &watch), told = tell(report, line);
    code = failed ? failed : told;
  }
  str_free(&error.text);
  if (code == EXIT_INPUT && line->sv_comp) /* there is always an answer */
    puts("unknown");
  return code;
}

static int
watch(struct report *report, const struct check_line *line, struct worker *worker)
{
  struct status *status = worker->shared;
  struct progress *progress = &status->progress;
  struct worker_patience patience = {line->check.seconds, GRACE, &progress->decided};
  struct worker_end end;
  worker_watch(worker, &patience, &end);
  if (end.fate == WORKER_ENDED && (end.code != EXIT_INTERNAL || progress->decided))
    return end.code;
  struct str reason = {0};
  check_lost(report, progress, &end, &reason);
  status_clear(status);
  int code = tell(report, line);
  str_free(&reason);
  return code;
}

/* In the worker, or in both. */
static int
take_part(struct report *report, const struct check_line *line)
{
  struct worker worker;
  bool working = worker_start(&worker, sizeof(struct status));
  if (!working)
    return watch(report, line, &worker);
  struct status *status = worker.shared;
  interrupt_watch(worker.watched);
  status_begin(status, line->quiet, line->check.seconds);
  progress_begin(&status->progress, line->check.deepen);
  int code = work(report, line, status);
  if (worker.watched)
    report->folder = NULL; /* the watcher removes it */
  return code;
}

static int
check(struct report *report, const struct check_line *line)
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
  int code = take_part(report, line);
  if (report->folder && !options->keep)
    folder_remove(report->folder);
  str_free(&folder);
  return code;
}

/* ---- the command --------------------------------------------------------------- */

bool
check_line_read(const struct command_line *line, struct check_options *options,
                struct operands *operands, int *exit_code)
{
  struct check_line all;
  bool go_on = input_line(&command_check, line, &all, &all.check.load, operands, exit_code);
  if (go_on) {
    settle(&all);
    *options = all.check;
  }
  return go_on;
}

/* Each check of several would write these. */
static bool
is_single(const struct check_line *line)
{
  const struct check_options *options = &line->check;
  return line->json || line->html || line->sarif || options->replay || options->certify ||
         options->journal || options->resume || options->keep || options->transport;
}

static bool
outputs_fit(const struct check_line *line, struct str *error)
{
  if (line->keep_going && is_single(line)) {
    str_add(error, "--keep-going checks several times: it goes with no file or folder for results");
    return false;
  }
  bool several = is_stdout(line->json) + is_stdout(line->html) + is_stdout(line->sarif) > 1;
  if (several)
    str_add(error, "only one of --json, --html and --sarif can be written to standard output");
  return !several;
}

static int
check_by(const struct command_line *words, const struct check_options *means)
{
  struct check_line line = defaults;
  struct operands operands = {0};
  int code = 0;
  bool go_on = input_line(&command_check, words, &line, &line.check.load, &operands, &code);
  struct str error = {0};
  line.check.transport = means->transport;
  line.check.ranks = means->ranks;
  line.check.only_known = means->only_known;
  if (go_on && !(parts_check(&line.check.part, line.check.rounds, &error) &&
                 check_fits(&line.check, &error) && outputs_fit(&line, &error))) {
    code = cli_usage(&command_check, str_text(&error));
    go_on = false;
  }
  str_free(&error);
  if (go_on) {
    settle(&line);
    if (line.keep_going) {
      operands_free(&operands);
      return keep_going(words, line.check.seconds);
    }
    struct report report = {.line = words, .options = &line.check, .operands = &operands};
    code = check(&report, &line);
    report_free(&report);
  } else if (code == EXIT_INPUT && line.sv_comp) {
    puts("unknown");
  }
  operands_free(&operands);
  return code;
}

int
check_with(const struct command_line *words, const struct transport *transport, unsigned ranks)
{
  return check_by(words, &(struct check_options){.transport = transport, .ranks = ranks});
}

int
check_known(const struct command_line *words, unsigned shares)
{
  return check_by(words, &(struct check_options){.only_known = shares});
}

static int
run(const struct command_line *words)
{
  return check_by(words, &(struct check_options){0});
}

const struct command command_check = {
  .name = "check",
  .summary = "look for a bug and print a trace of it",
  .table = &table,
  .run = run,
};
