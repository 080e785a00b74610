/* heddle study: how do instances compare with the whole problem? */
#define _XOPEN_SOURCE 700
#include "cli/study.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output.h"
#include "cli/interrupt.h"
#include "ir/text.h"
#include "tiling/selection.h"

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
   .kind = OPTION_LIST,
   .offset = offsetof(struct study_options, sizes),
   .argument = "N,...",
   .help = "labels in a tile; a row of the tables for each"},
  {.name = "tiles",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct study_options, tiles),
   .argument = "N",
   .help = "tiles per thread in which it may be interrupted (default: as many as rounds)",
   .least = 1,
   .most = 1000},
  {.name = "instances",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct study_options, instances),
   .argument = "N",
   .help = "random selections of tiles for each size",
   .least = 1,
   .most = 1000000},
  {.name = "timeout",
   .kind = OPTION_DURATION,
   .offset = offsetof(struct study_options, timeout),
   .argument = "DURATION",
   .help = "processor time of an instance, 0 = no limit; the whole has ten times as much"},
  {.name = "whole",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct study_options, whole),
   .argument = "N",
   .help = "solve the whole problem with N seeds, to compare",
   .most = 1000},
  {.name = "fixed",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct study_options, fixed),
   .argument = "N",
   .help = "solve for N single schedules drawn at random, to compare",
   .most = 1000000},
  {.name = "rounds",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct study_options, rounds),
   .argument = "N",
   .help = "schedules of N rounds; each thread may run once a round",
   .least = 1,
   .most = 1000},
  LOAD_OPTIONS(struct study_options, load),
  {.name = "jobs",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct study_options, jobs),
   .argument = "N",
   .help = "processes at work at the same time (default: one for each core)",
   .least = 1,
   .most = 1000},
  {.name = "seed",
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

/* ---- the command line ---------------------------------------------------------------- */

static bool
read_size(const char *text, unsigned *size)
{
  size_t n = strspn(text, "0123456789");
  *size = (unsigned)strtoul(text, NULL, 10);
  return n && n < 9 && !text[n] && *size;
}

static bool
has_size(const struct study *study, unsigned size)
{
  for (size_t i = 0; i < study->sizes.n; i++)
    if (study->sizes.at[i] == size)
      return true;
  return false;
}

static bool
read_sizes(struct study *study, struct str *error)
{
  const struct option_list *list = &study->options->sizes;
  for (size_t i = 0; i < list->n; i++) {
    unsigned size;
    if (!read_size(list->at[i], &size)) {
      str_printf(error, "option '--tile-sizes': '%s' is not a number of labels", list->at[i]);
      return false;
    }
    if (!has_size(study, size))
      vec_push(&study->sizes, size);
  }
  if (!study->sizes.n)
    str_add(error, "say how large the tiles are: --tile-sizes 11,14,20");
  return study->sizes.n > 0;
}

/* ---- what is to be done -------------------------------------------------------------- */

static void
name_problem(struct study *study)
{
  struct sha256 sha;
  struct str text = {0};
  prog_print(&text, study->prog, NULL);
  str_printf(&text, "\n%u rounds, %u tiles, %g s\n", study->options->rounds, study->tiles,
             study->options->timeout);
  sha256_begin(&sha);
  sha256_add(&sha, str_text(&text), text.n);
  sha256_end(&sha, study->problem);
  str_free(&text);
}

static void
add_trial(struct study *study, enum trial_kind kind, unsigned i)
{
  vec_push(&study->trials,
           ((struct trial){.kind = kind, .line = "", .seed = study->options->seed + i}));
}

/* Random selections of tiles, or all if there are not so many. */
static void
add_instances(struct study *study, unsigned size)
{
  struct tiling tiling = {0};
  struct instance instance = {0};
  tiling_windows(&tiling, study->prog, &study->labels, (struct window){.size = size});
  struct selections *selections = selections_new(&tiling, study->tiles);
  selections_shuffle(selections, study->options->seed);
  for (unsigned i = 0; i < study->options->instances && selections_next(selections, &instance);
       i++) {
    struct str line = {0};
    instance_print(&line, &tiling, &instance);
    add_trial(study, TRIAL_TILES, i);
    vec_last(&study->trials).size = size;
    vec_last(&study->trials).line = arena_strdup(&study->arena, str_text(&line));
    str_free(&line);
  }
  selections_free(selections);
  instance_free(&instance);
  tiling_free(&tiling);
}

static void
list_trials(struct study *study)
{
  for (unsigned i = 0; i < study->options->whole; i++)
    add_trial(study, TRIAL_ALL, i);
  for (unsigned i = 0; i < study->options->fixed; i++)
    add_trial(study, TRIAL_ONE, i);
  for (size_t i = 0; i < study->sizes.n; i++)
    add_instances(study, study->sizes.at[i]);
}

/* ---- files --------------------------------------------------------------------------- */

static char *
path_of(struct study *study, const char *name)
{
  return arena_printf(&study->arena, "%s/%s", study->options->folder, name);
}

static bool
make_folder(struct study *study, struct str *error)
{
  const char *folder = study->options->folder;
  struct stat about;
  if (mkdir(folder, 0777) && errno != EEXIST) {
    str_printf(error, "cannot make folder '%s': %s", folder, strerror(errno));
    return false;
  }
  if (!stat(folder, &about) && !S_ISDIR(about.st_mode)) {
    str_printf(error, "'%s' is not a folder", folder);
    return false;
  }
  return output_check(path_of(study, "instances.csv"), error);
}

static bool
write_file(struct study *study, const char *name, void (*make)(struct str *, const struct study *),
           struct str *error)
{
  struct str text = {0};
  struct output output;
  make(&text, study);
  bool written = output_open(&output, path_of(study, name), error);
  if (written) {
    fputs(str_text(&text), output.file);
    written = output_close(&output, true, error);
  }
  str_free(&text);
  return written;
}

static bool
write_files(struct study *study, struct str *error)
{
  return study_file_write(study, path_of(study, "instances.csv"), error) &&
         write_file(study, "figure5.csv", study_figure5, error) &&
         write_file(study, "figure6.csv", study_figure6, error) &&
         write_file(study, "figure6.svg", study_plot, error) &&
         write_file(study, "study.md", study_text, error);
}

/* The trials, with all that is known of them kept in the file. */
static bool
run_trials(struct study *study, struct str *error)
{
  const char *path = path_of(study, "instances.csv");
  if (!study_file_read(study, path, error) || !study_file_write(study, path, error))
    return false;
  FILE *log = fopen(path, "a");
  if (!log) {
    str_printf(error, "cannot write '%s': %s", path, strerror(errno));
    return false;
  }
  bool able = study_run(study, log);
  if (!able)
    str_printf(error, "cannot start a process: %s", strerror(errno));
  fclose(log); /* what could not be written is noticed when it is written anew */
  return write_files(study, error) && able;
}

/* ---- all ----------------------------------------------------------------------------- */

static int
exit_code_of(const struct study *study)
{
  for (size_t i = 0; i < study->trials.n; i++)
    if (study->trials.at[i].outcome == TRIAL_INTERNAL) {
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
  int code = 0;
  if (!read_sizes(study, &error)) {
    code = cli_usage(&command_study, str_text(&error));
  } else if ((study->prog =
                load(&command_study, &study->options->load, study->operands, NULL, &code))) {
    labels_find(&study->labels, study->prog);
    name_problem(study);
    list_trials(study);
    interrupt_watch(false);
    code = make_folder(study, &error) && run_trials(study, &error) ? tell(study)
                                                                   : cli_failure(str_text(&error));
  }
  str_free(&error);
  return code;
}

static void
study_free(struct study *study)
{
  if (study->prog)
    prog_free(study->prog);
  labels_free(&study->labels);
  vec_free(&study->sizes);
  vec_free(&study->trials);
  vec_free(&study->others);
  arena_free(&study->arena);
}

static int
run(const struct command_line *line)
{
  struct study_options options;
  struct operands operands = {0};
  int code = 0;
  if (load_line(&command_study, line, &options, &options.load, &operands, &code)) {
    struct study study = {.options = &options, .operands = &operands};
    study.tiles = options.tiles ? options.tiles : options.rounds;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (!options.jobs)
      options.jobs = cores > 0 ? (unsigned)cores : 1;
    code = carry_out(&study);
    study_free(&study);
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
