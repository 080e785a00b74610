/* What the trials of a study say together: figure 5 and figure 6 of the paper, as Markdown, as CSV
 * and as a plot. The statistics are swarm/statistics.c's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plot.h"
#include "study/study.h"
#include "study/table.h"
#include "swarm/statistics.h"
#include "tiling/tiling.h"

enum { MOST_CORES = 2000 };
#define MEGABYTE 1e6

/* ---- rows of figure 5 ---------------------------------------------------------------- */

/* The trials of one kind and tile size. */
struct group {
  enum trial_kind kind;
  unsigned size;
  size_t tried, of[TRIAL_OUTCOME_COUNT];
  VEC(double) seconds, bytes; /* of those that count, see counts() */
  struct summary time, memory;
  struct race race; /* TILES */
};

struct groups {
  VEC(struct group) at; /* tile sizes, then all, then one */
  size_t sizes;         /* how many are of tiles */
};

/* As in the paper: of instances those with a bug; of the others all that were answered. */
static bool
counts(const struct trial *trial)
{
  return trial->outcome == TRIAL_BUG ||
         (trial->kind != TRIAL_TILES && trial->outcome == TRIAL_NO_BUG);
}

static int
compare(const void *a, const void *b)
{
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static void
add_group(struct groups *groups, const struct study *study, enum trial_kind kind, unsigned size)
{
  struct group group = {.kind = kind, .size = size};
  for (size_t i = 0; i < study->trials.n; i++) {
    const struct trial *trial = &study->trials.at[i];
    if (trial->kind != kind || trial->size != size || trial->outcome == TRIAL_WAITING)
      continue;
    group.tried++;
    group.of[trial->outcome]++;
    if (counts(trial)) {
      vec_push(&group.seconds, trial->seconds);
      vec_push(&group.bytes, (double)trial->bytes);
    }
  }
  if (group.seconds.n)
    qsort(group.seconds.at, group.seconds.n, sizeof *group.seconds.at, compare);
  group.time = summary_of(group.seconds.at, group.seconds.n);
  group.memory = summary_of(group.bytes.at, group.bytes.n);
  group.race = (struct race){group.seconds.at, group.seconds.n, group.tried};
  vec_push(&groups->at, group);
}

static void
groups_find(struct groups *groups, const struct study *study)
{
  *groups = (struct groups){.sizes = study->sizes.n};
  for (size_t i = 0; i < study->sizes.n; i++)
    add_group(groups, study, TRIAL_TILES, study->sizes.at[i]);
  add_group(groups, study, TRIAL_ALL, 0);
  add_group(groups, study, TRIAL_ONE, 0);
}

static void
groups_free(struct groups *groups)
{
  for (size_t i = 0; i < groups->at.n; i++) {
    vec_free(&groups->at.at[i].seconds);
    vec_free(&groups->at.at[i].bytes);
  }
  vec_free(&groups->at);
}

static const char *
name_of(struct arena *arena, const struct group *group)
{
  if (group->kind == TRIAL_TILES)
    return arena_printf(arena, "tile size %u", group->size);
  return group->kind == TRIAL_ALL ? "all schedules" : "one schedule";
}

static size_t
without_answer(const struct group *group)
{
  return group->of[TRIAL_DIED] + group->of[TRIAL_INTERNAL];
}

/* ---- Markdown ------------------------------------------------------------------------ */

static void
add_summary(struct table *table, const struct summary *summary, double unit)
{
  const double numbers[] = {summary->least, summary->most, summary->mean, summary->deviation};
  for (size_t i = 0; i < 4; i++)
    table_cell(table, summary->n ? table_number(&table->arena, numbers[i] / unit) : "-");
}

static void
add_figure5(struct str *out, const struct groups *groups)
{
  static const char *const head[] = {"schedules", "tried",   "with a bug", "timed out", "died",
                                     "s: min",    "max",     "average",    "deviation", "MB: min",
                                     "max",       "average", "deviation"};
  struct table table = {.columns = sizeof head / sizeof *head};
  struct arena *arena = &table.arena;
  for (size_t i = 0; i < table.columns; i++)
    table_cell(&table, head[i]);
  for (size_t i = 0; i < groups->at.n; i++) {
    const struct group *group = &groups->at.at[i];
    size_t bugs = group->of[TRIAL_BUG];
    double share = group->tried ? 100.0 * (double)bugs / (double)group->tried : 0;
    table_cell(&table, name_of(arena, group));
    table_cell(&table, arena_printf(arena, "%zu", group->tried));
    table_cell(&table, arena_printf(arena, "%zu = %.2f %%", bugs, share));
    table_cell(&table, arena_printf(arena, "%zu", group->of[TRIAL_TIMEOUT]));
    table_cell(&table, arena_printf(arena, "%zu", without_answer(group)));
    add_summary(&table, &group->time, 1);
    add_summary(&table, &group->memory, MEGABYTE);
  }
  table_print(out, &table);
  table_free(&table);
}

static void
add_race_row(struct table *table, const struct groups *groups, unsigned cores)
{
  struct arena *arena = &table->arena;
  table_cell(table, arena_printf(arena, "%u", cores));
  for (size_t i = 0; i < groups->sizes; i++) {
    const struct race *race = &groups->at.at[i].race;
    table_cell(table, race->n ? table_number(arena, race_expected(race, cores)) : "-");
    table_cell(table, arena_printf(arena, "%.3f", race_probability(race, cores)));
  }
}

/* How many cores it takes to find a bug with that probability, in the probability's column. */
static void
add_mark_row(struct table *table, const struct groups *groups, double probability)
{
  struct arena *arena = &table->arena;
  table_cell(table, arena_printf(arena, "for %.2f", probability));
  for (size_t i = 0; i < groups->sizes; i++) {
    const struct race *race = &groups->at.at[i].race;
    unsigned cores = race_cores(race, probability);
    table_cell(table, cores ? table_number(arena, race_expected(race, cores)) : "-");
    table_cell(table, cores ? arena_printf(arena, "%u core%s", cores, cores == 1 ? "" : "s") : "-");
  }
}

static void
add_figure6(struct str *out, const struct groups *groups)
{
  static const unsigned cores[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, MOST_CORES};
  struct table table = {.columns = 1 + 2 * groups->sizes};
  table_cell(&table, "cores");
  for (size_t i = 0; i < groups->sizes; i++) {
    table_cell(&table,
               arena_printf(&table.arena, "%s: s", name_of(&table.arena, &groups->at.at[i])));
    table_cell(&table, "probability");
  }
  for (size_t i = 0; i < sizeof cores / sizeof *cores; i++)
    add_race_row(&table, groups, cores[i]);
  add_mark_row(&table, groups, 0.95);
  add_mark_row(&table, groups, 0.99);
  table_print(out, &table);
  table_free(&table);
}

static void
add_head(struct str *out, const struct study *study)
{
  const struct study_options *options = study->options;
  str_add(out, "##");
  for (size_t i = 0; i < study->operands->words.n; i++)
    str_printf(out, " %s", study->operands->words.at[i]);
  str_printf(out, "\n\nrounds %u, unwindings %u, tiles per thread %u; timeout %g s, seed %u, ",
             options->rounds, options->load.unwind, study->tiles, options->timeout, options->seed);
  str_printf(out, "%u at a time;\n", options->jobs);
  str_add(out, study->made_by);
  str_add(out, ".\nLabels of each thread that are cut into tiles:");
  for (thread_id thread = 0; thread < study->prog->threads.n; thread++)
    str_printf(out, "%s %u", thread ? "," : "", tiling_labels(study->prog, &study->labels, thread));
  str_add(out, ".\n\n");
}

void
study_text(struct str *out, const struct study *study)
{
  struct groups groups;
  groups_find(&groups, study);
  add_head(out, study);
  add_figure5(out, &groups);
  str_add(out,
          "\nSeconds of the processor and peak memory of a trial's process, once the program is "
          "loaded:\nof instances over those with a bug, of the last two rows over all trials "
          "that were answered.\nThe deviation is that of a sample.\n\n"
          "Expected seconds to the first bug, given that there is one among as many "
          "instances as there are\ncores, and the probability that there is. The last two "
          "rows: how many cores a probability takes.\n\n");
  add_figure6(out, &groups);
  groups_free(&groups);
  study_cores(out, study);
}

/* ---- CSV ----------------------------------------------------------------------------- */

void
study_figure5(struct str *out, const struct study *study)
{
  struct groups groups;
  groups_find(&groups, study);
  str_add(out, "schedules,tile_size,tried,bugs,timeouts,died,seconds_min,seconds_max,"
               "seconds_average,seconds_deviation,bytes_min,bytes_max,bytes_average,"
               "bytes_deviation\n");
  for (size_t i = 0; i < groups.at.n; i++) {
    const struct group *group = &groups.at.at[i];
    const struct summary *both[] = {&group->time, &group->memory};
    str_printf(out, "%s,%u,%zu,%zu,%zu,%zu", trial_kind_word(group->kind), group->size,
               group->tried, group->of[TRIAL_BUG], group->of[TRIAL_TIMEOUT], without_answer(group));
    for (size_t j = 0; j < 2; j++)
      if (both[j]->n)
        str_printf(out, ",%.6f,%.6f,%.6f,%.6f", both[j]->least, both[j]->most, both[j]->mean,
                   both[j]->deviation);
      else
        str_add(out, ",,,,");
    str_add(out, "\n");
  }
  groups_free(&groups);
}

void
study_figure6(struct str *out, const struct study *study)
{
  struct groups groups;
  groups_find(&groups, study);
  str_add(out, "tile_size,cores,probability,seconds\n");
  for (size_t i = 0; i < groups.sizes; i++) {
    const struct race *race = &groups.at.at[i].race;
    for (unsigned cores = 1; race->n && cores <= MOST_CORES; cores++)
      str_printf(out, "%u,%u,%.6f,%.6f\n", groups.at.at[i].size, cores,
                 race_probability(race, cores), race_expected(race, cores));
  }
  groups_free(&groups);
}

/* ---- the plot ------------------------------------------------------------------------ */

static struct plot_point
point_at(const struct race *race, unsigned cores)
{
  double seconds = race_expected(race, cores);
  return (struct plot_point){cores, fmax(seconds, 1e-6)};
}

static void
plot_race(struct plot *plot, const struct group *group, struct arena *arena)
{
  struct plot_line line = {0};
  const struct race *race = &group->race;
  unsigned round = race_cores(race, 0.95), square = race_cores(race, 0.99);
  line.name = arena_printf(arena, "%s (%.1f %% buggy)", name_of(arena, group),
                           race->tried ? 100.0 * (double)race->n / (double)race->tried : 0);
  /* ever larger steps: the axis is logarithmic */
  for (unsigned cores = 1; race->n && cores < MOST_CORES; cores += 1 + cores / 25)
    vec_push(&line.points, point_at(race, cores));
  if (race->n)
    vec_push(&line.points, point_at(race, MOST_CORES));
  if (round && round <= MOST_CORES)
    vec_push(&line.rounds, point_at(race, round));
  if (square && square <= MOST_CORES)
    vec_push(&line.squares, point_at(race, square));
  vec_push(&plot->lines, line);
}

void
study_plot(struct str *out, const struct study *study)
{
  struct groups groups;
  struct arena arena = {0};
  struct plot plot = {
    .x = "cores",
    .y = "expected seconds to the first bug",
    .round = "a bug with probability 0.95",
    .square = "a bug with probability 0.99",
    .empty = "no instance found a bug",
    .least_x = 1,
    .most_x = MOST_CORES,
  };
  plot.title = arena_printf(&arena, "%s (rounds %u, unwindings %u, tiles per thread %u)",
                            study->operands->words.at[0], study->options->rounds,
                            study->options->load.unwind, study->tiles);
  groups_find(&groups, study);
  for (size_t i = 0; i < groups.sizes; i++)
    plot_race(&plot, &groups.at.at[i], &arena);
  for (size_t i = groups.sizes; i < groups.at.n; i++)
    if (groups.at.at[i].kind == TRIAL_ALL && groups.at.at[i].time.n)
      vec_push(&plot.levels,
               ((struct plot_level){"all schedules at once", groups.at.at[i].time.mean}));
  plot_svg(out, &plot);
  plot_free(&plot);
  groups_free(&groups);
  arena_free(&arena);
}
