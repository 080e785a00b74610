/* What is to be tried, and the files that come of it. */
#define _XOPEN_SOURCE 700
#include "study/study.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/output.h"
#include "ir/text.h"
#include "tiling/selection.h"

/* ---- sizes of tiles ------------------------------------------------------------------ */

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

bool
study_begin(struct study *study, struct str *error)
{
  study->tiles = study->options->tiles ? study->options->tiles : study->options->rounds;
  return read_sizes(study, error) && study_read_cores(study, error);
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
         (!study->cores.n || write_file(study, "cores.csv", study_cores_csv, error)) &&
         write_file(study, "study.md", study_text, error);
}

/* The trials, with all that is known of them kept in the file. */
static bool
run_trials(struct study *study, const struct study_watch *watch, struct str *error)
{
  const char *path = path_of(study, "instances.csv");
  if (!study_file_read(study, path, error) || !study_file_write(study, path, error))
    return false;
  FILE *log = fopen(path, "a");
  if (!log) {
    str_printf(error, "cannot write '%s': %s", path, strerror(errno));
    return false;
  }
  bool able = study_run(study, watch, log);
  if (!able)
    str_printf(error, "cannot start a process: %s", strerror(errno));
  fclose(log); /* what could not be written is noticed when it is written anew */
  return write_files(study, error) && able;
}

/* ---- all ----------------------------------------------------------------------------- */

bool
study_carry_out(struct study *study, const struct study_watch *watch, struct str *error)
{
  labels_find(&study->labels, study->prog);
  name_problem(study);
  list_trials(study);
  if (study->cores.n)
    study_measure_reading(study);
  return make_folder(study, error) && run_trials(study, watch, error);
}

bool
study_is_wrong(const struct study *study)
{
  for (size_t i = 0; i < study->trials.n; i++)
    if (study->trials.at[i].outcome == TRIAL_INTERNAL)
      return true;
  return false;
}

void
study_free(struct study *study)
{
  if (study->prog)
    prog_free(study->prog);
  labels_free(&study->labels);
  vec_free(&study->sizes);
  vec_free(&study->cores);
  vec_free(&study->ran);
  vec_free(&study->trials);
  vec_free(&study->others);
  arena_free(&study->arena);
}
