/* heddle study: how do instances compare with the whole problem? */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <unistd.h>

#include "cli/inputs.h"
#include "cli/interrupt.h"
#include "study/study.h"

static const struct study_options defaults = {
  .load = LOAD_DEFAULTS,
  .rounds = 2,
  .instances = 200,
  .whole = 5,
  .fixed = 50,
  .timeout = 60,
  .folder = "heddle-study",
};

static const struct option options_of_study[] = {
  {.name = "tile-sizes",
   .section = SECTION_PARALLEL,
   .kind = OPTION_LIST,
   .offset = offsetof(struct study_options, sizes),
   .argument = "N,...",
   .help = "labels in a tile; a row of the tables for each"},
  {.name = "tiles",
   .section = SECTION_PARALLEL,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct study_options, tiles),
   .argument = "N",
   .help = "tiles per thread in which it may be interrupted (default: as many as rounds)",
   .least = 1,
   .most = 1000},
  {.name = "cores",
   .section = SECTION_PARALLEL,
   .kind = OPTION_LIST,
   .offset = offsetof(struct study_options, cores),
   .argument = "N,...",
   .help = "predict how long so many cores would take for all instances, and to the first bug"},
  {.name = "instances",
   .section = SECTION_PARALLEL,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct study_options, instances),
   .argument = "N",
   .help = "random selections of tiles for each size",
   .least = 1,
   .most = 1000000},
  {.name = "timeout",
   .alias = "time",
   .kind = OPTION_DURATION,
   .offset = offsetof(struct study_options, timeout),
   .argument = "DURATION",
   .help = "processor time of an instance, 0 = no limit; the whole has ten times as much"},
  {.name = "whole",
   .section = SECTION_EXPERT,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct study_options, whole),
   .argument = "N",
   .help = "solve the whole problem with N seeds, to compare",
   .most = 1000},
  {.name = "fixed",
   .section = SECTION_EXPERT,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct study_options, fixed),
   .argument = "N",
   .help = "solve for N single schedules drawn at random, to compare",
   .most = 1000000},
  {.name = "rounds",
   .section = SECTION_BOUNDS,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct study_options, rounds),
   .argument = "N",
   .help = "schedules of N rounds; each thread may run once a round",
   .least = 1,
   .most = 1000},
  LOAD_OPTIONS(struct study_options, load),
  {.name = "jobs",
   .letter = 'j',
   .section = SECTION_PARALLEL,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct study_options, jobs),
   .argument = "N",
   .help = "processes at work at the same time (default: one for each core)",
   .least = 1,
   .most = 1000},
  {.name = "seed",
   .section = SECTION_EXPERT,
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct study_options, seed),
   .argument = "N",
   .help = "seed of all that is drawn, and of the solver",
   .most = 1000000000},
  {.name = "output",
   .letter = 'o',
   .kind = OPTION_TEXT,
   .offset = offsetof(struct study_options, folder),
   .argument = "DIR",
   .help = "the folder for tables and plot; what is known there is not done again"},
};

static const struct option_table table = {
  .usage = "study FILE... --tile-sizes N,... [options] [-- CLANG-FLAGS]",
  .about =
    "Solves random instances of the program - interruptions only in a few tiles - and tells\n"
    "how long those with a bug take, and how soon many cores would find the first.\n",
  .options = options_of_study,
  .n = sizeof options_of_study / sizeof *options_of_study,
  .defaults = &defaults,
  .size = sizeof defaults,
  .rest = "CLANG-FLAGS",
};

/* ---- watching ------------------------------------------------------------------------ */

static bool
stop(void *argument)
{
  (void)argument;
  return interrupted();
}

static void
show(void *argument, const struct study_progress *progress)
{
  const bool *live = argument;
  if (!*live)
    return;
  fprintf(stderr, "\r\033[K%zu of %zu done, %zu with a bug, %zu running, %.0f s", progress->done,
          progress->all, progress->bugs, progress->running, progress->seconds);
  fflush(stderr);
}

/* ---- the command --------------------------------------------------------------------- */

static int
exit_code_of(const struct study *study)
{
  if (study_is_wrong(study)) {
    fputs("heddle: internal error: the bug of an instance does not happen; see instances.csv\n",
          stderr);
    return EXIT_INTERNAL;
  }
  return interrupted() ? EXIT_OPEN : 0;
}

static int
tell(const struct study *study)
{
  struct str text = {0};
  study_text(&text, study);
  fputs(str_text(&text), stdout);
  str_free(&text);
  return exit_code_of(study);
}

static int
carry_out(struct study *study)
{
  struct str error = {0};
  bool live = isatty(STDERR_FILENO);
  struct study_watch watch = {stop, show, &live};
  interrupt_watch(false);
  bool done = study_carry_out(study, &watch, &error);
  if (live)
    fputs("\r\033[K", stderr);
  int code = done ? tell(study) : cli_failure(str_text(&error));
  str_free(&error);
  return code;
}

static int
study_line(const struct study_options *options, const struct operands *operands)
{
  struct str error = {0}, version = {0};
  int code = 0;
  report_version(&version);
  struct study study = {.options = options, .operands = operands, .made_by = str_text(&version)};
  if (!study_begin(&study, &error))
    code = cli_usage(&command_study, str_text(&error));
  else if ((study.prog = input_load(&command_study, &options->load, operands, &code)))
    code = carry_out(&study);
  str_free(&error);
  str_free(&version);
  study_free(&study);
  return code;
}

static int
run(const struct command_line *line)
{
  struct study_options options;
  struct operands operands = {0};
  int code = 0;
  if (input_line(&command_study, line, &options, &options.load, &operands, &code)) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (!options.jobs)
      options.jobs = cores > 0 ? (unsigned)cores : 1;
    code = study_line(&options, &operands);
  }
  operands_free(&operands);
  return code;
}

const struct command command_study = {
  .name = "study",
  .summary = "compare instances of the program with the whole",
  .table = &table,
  .run = run,
};
