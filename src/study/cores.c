/* How long many cores would take for all instances: what a farm of them (swarm/statistics.h) would do with
 * jobs that take as long as those that were tried.
 *
 * What is not the instance itself was measured with heddle-mpi on one machine: rank 0 spends 0.4 ms of the
 * processor on each instance, and some four times a post has slept up to a millisecond until it passes a
 * line on. The program is read anew for each instance, which is measured here. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "ir/text.h"
#include "study/study.h"
#include "study/table.h"
#include "swarm/statistics.h"
#include "tiling/selection.h"

#define DIRECT_SECONDS 0.0004
#define TRAVEL_SECONDS 0.004
/* A network as clusters have: so many bytes in a second, and so long for the first. */
#define NETWORK_BYTES 1e9
#define NETWORK_SECONDS 1e-5
/* Of more instances so many are looked at: it is about the cores. */
#define MOST_JOBS 1000000.0

/* ---- numbers of cores ---- */

bool
study_read_cores(struct study *study, struct str *error)
{
  const struct option_list *list = &study->options->cores;
  for (size_t i = 0; i < list->n; i++) {
    size_t n = strspn(list->at[i], "0123456789");
    unsigned cores = (unsigned)strtoul(list->at[i], NULL, 10);
    if (!n || n > 6 || list->at[i][n] || !cores) {
      str_printf(error, "option '--cores': '%s' is not a number of cores up to 999999",
                 list->at[i]);
      return false;
    }
    vec_push(&study->cores, cores);
  }
  return true;
}

/* ---- the farms ---- */

struct crop {
  unsigned size; /* of the tiles */
  VEC(double) seconds;
  VEC(double) buggy; /* of those with a bug, ascending */
  double all;        /* how many instances there are */
  struct farm farm;
};

static int
compare(const void *a, const void *b)
{
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static double
count_instances(const struct study *study, unsigned size)
{
  struct tiling tiling = {0};
  tiling_windows(&tiling, study->prog, &study->labels, (struct window){.size = size});
  struct selections *selections = selections_new(&tiling, study->tiles);
  double count = selections_count(selections);
  selections_free(selections);
  tiling_free(&tiling);
  return count;
}

static void
find_crop(struct crop *crop, const struct study *study, unsigned size)
{
  *crop = (struct crop){.size = size, .all = count_instances(study, size)};
  for (size_t i = 0; i < study->trials.n; i++) {
    const struct trial *trial = &study->trials.at[i];
    if (trial->kind != TRIAL_TILES || trial->size != size || trial->outcome == TRIAL_WAITING)
      continue;
    vec_push(&crop->seconds, trial->seconds);
    if (trial->outcome == TRIAL_BUG)
      vec_push(&crop->buggy, trial->seconds);
  }
  if (crop->buggy.n)
    qsort(crop->buggy.at, crop->buggy.n, sizeof *crop->buggy.at, compare);
  crop->farm = (struct farm){.seconds = crop->seconds.at,
                             .tried = crop->seconds.n,
                             .jobs = (size_t)fmin(crop->all, MOST_JOBS)};
}

static void
crop_free(struct crop *crop)
{
  vec_free(&crop->seconds);
  vec_free(&crop->buggy);
}

void
study_measure_reading(struct study *study)
{
  struct str text = {0};
  struct diags diags = {0};
  struct labels labels = {0};
  prog_print(&text, study->prog, NULL);
  double start = clock_processor();
  struct prog *prog = prog_parse(str_text(&text), "", &diags);
  labels_find(&labels, prog);
  study->reading.seconds = clock_processor() - start;
  study->reading.bytes = text.n;
  labels_free(&labels);
  prog_free(prog);
  diags_free(&diags);
  str_free(&text);
}

/* Ranks: the program goes to all of them by a tree. */
static struct farm
ranks_farm(const struct crop *crop, const struct study *study, unsigned cores)
{
  struct farm farm = crop->farm;
  farm.begin =
    ceil(log2(cores + 1)) * (NETWORK_SECONDS + (double)study->reading.bytes / NETWORK_BYTES);
  farm.each = study->reading.seconds;
  farm.travel = TRAVEL_SECONDS;
  farm.direct = DIRECT_SECONDS;
  return farm;
}

/* An array: each task reads the program once. */
static struct farm
array_farm(const struct crop *crop, const struct study *study)
{
  struct farm farm = crop->farm;
  farm.begin = study->reading.seconds;
  return farm;
}

/* ---- as text ---- */

static const char *
limit_word(const struct farm *farm, unsigned cores)
{
  struct farm_limits limits = farm_limits(farm, cores);
  if (limits.direct >= limits.work && limits.direct >= limits.longest)
    return "rank 0";
  return limits.work >= limits.longest ? "cores" : "one instance";
}

static void
add_row(struct table *table, const struct crop *crop, const struct study *study, unsigned cores)
{
  struct arena *arena = &table->arena;
  struct race race = {crop->buggy.at, crop->buggy.n, crop->seconds.n};
  struct farm ranks = ranks_farm(crop, study, cores), array = array_farm(crop, study);
  double seconds = farm_ranks(&ranks, cores);
  double alone = farm_limits(&crop->farm, 1).work;
  table_cell(table, arena_printf(arena, "%u", crop->size));
  table_cell(table, arena_printf(arena, "%zu", crop->farm.jobs));
  table_cell(table, arena_printf(arena, "%u", cores));
  table_cell(table, table_number(arena, seconds));
  table_cell(table, arena_printf(arena, "%.0f %%", 100 * alone / cores / seconds));
  table_cell(table, limit_word(&ranks, cores));
  table_cell(table, table_number(arena, farm_shares(&array, cores)));
  table_cell(table, race.n ? table_number(arena, race_expected(&race, cores)) : "-");
  table_cell(table, arena_printf(arena, "%.3f", race_probability(&race, cores)));
}

static void
add_table(struct str *out, const struct study *study)
{
  static const char *const head[] = {"tile size",  "instances", "cores",     "ranks: s",   "used",
                                     "limited by", "array: s",  "first bug", "probability"};
  struct table table = {.columns = sizeof head / sizeof *head};
  for (size_t i = 0; i < table.columns; i++)
    table_cell(&table, head[i]);
  for (size_t i = 0; i < study->sizes.n; i++) {
    struct crop crop;
    find_crop(&crop, study, study->sizes.at[i]);
    for (size_t j = 0; j < study->cores.n && crop.farm.tried; j++)
      add_row(&table, &crop, study, study->cores.at[j]);
    crop_free(&crop);
  }
  table_print(out, &table);
  table_free(&table);
}

/* The trials that have just run, on the cores that there are. */
static void
add_measured(struct str *out, const struct study *study)
{
  if (!study->ran.n)
    return;
  struct farm farm = {study->ran.at, study->ran.n, study->ran.n, 0, 0, 0, 0};
  str_printf(out,
             "\nMeasured: %zu trials, %u at a time, took %.2f s of the clock; predicted of their "
             "seconds of the processor: %.2f s.\n",
             study->ran.n, study->options->jobs, study->ran_seconds,
             farm_ranks(&farm, study->options->jobs));
}

void
study_cores(struct str *out, const struct study *study)
{
  if (!study->cores.n)
    return;
  str_printf(out,
             "\nPredicted seconds until all instances are decided, if they take as long as those "
             "that were tried\n(%g s if they were given up), and until the first bug is found. "
             "Assumed for ranks (heddle-mpi):\nthe program, %zu bytes, is told to all by a tree "
             "(%g bytes/s, %g s); each instance takes its core\n%.4f s to read it, and %g s until "
             "it has the next one; rank 0 spends %g s on each. Assumed for a\njob array: all tasks "
             "begin together, each reads the program once; no instance moves to another task.\n\n",
             study->options->timeout, study->reading.bytes, NETWORK_BYTES, NETWORK_SECONDS,
             study->reading.seconds, TRAVEL_SECONDS, DIRECT_SECONDS);
  add_table(out, study);
  add_measured(out, study);
}

void
study_cores_csv(struct str *out, const struct study *study)
{
  str_add(out, "tile_size,instances,cores,ranks_seconds,limited_by,array_seconds\n");
  for (size_t i = 0; i < study->sizes.n; i++) {
    struct crop crop;
    find_crop(&crop, study, study->sizes.at[i]);
    for (size_t j = 0; j < study->cores.n && crop.farm.tried; j++) {
      unsigned cores = study->cores.at[j];
      struct farm ranks = ranks_farm(&crop, study, cores), array = array_farm(&crop, study);
      str_printf(out, "%u,%zu,%u,%.6f,%s,%.6f\n", crop.size, crop.farm.jobs, cores,
                 farm_ranks(&ranks, cores), limit_word(&ranks, cores), farm_shares(&array, cores));
    }
    crop_free(&crop);
  }
}
