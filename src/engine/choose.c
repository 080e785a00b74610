/* Where to divide a leaf: where its solver has most work.
 *
 * The effort of a literal is how often it occurs in the clauses that the solver has learnt; none if
 * the literal is decided by the halves that lead to the leaf, or known to the solver.
 *
 * By rounds: of each thread and round the efforts of its labels are summed up. The largest sum is
 * divided, at the label that has half of it before.
 *
 * By one order: the nodes of two chains are a table with a literal for each pair. If a node is
 * before another one, then so is all that comes before it in its chain, and it is before all that
 * comes after the other one; these pairs form one corner of the table. If it is not, the pairs of
 * the opposite corner are decided. So each half decides the literals of a corner. We take the pair
 * for which the corner with less effort has most: then both halves are rid of much. */
#include <stdlib.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "engine/half.h"

struct choosing {
  const struct inquiry *inquiry;
  const struct half *path;
  size_t n;
  struct half *choice;
};

/* That of a literal which the path leaves open; 0: there is none. */
static uint64_t
effort_of(const struct choosing *choosing, int literal)
{
  struct sat *sat = choosing->inquiry->sat;
  if (!literal || sat->ops->fixed(sat, literal))
    return 0;
  return 1 + sat->ops->activity(sat, abs(literal));
}

/* ---- by rounds ---- */

static bool
is_decided(const struct choosing *choosing, thread_id t, unsigned r, uint32_t l)
{
  for (size_t i = 0; i < choosing->n; i++) {
    const struct half *half = &choosing->path[i];
    if (half->thread == t &&
        (half->holds ? r >= half->round && l <= half->label : r <= half->round && l >= half->label))
      return true;
  }
  return false;
}

static uint64_t
effort(const struct choosing *choosing, thread_id t, unsigned r, uint32_t l)
{
  int literal = encoding_passed(choosing->inquiry->problem->encoding, t, r, l);
  return is_decided(choosing, t, r, l) ? 0 : effort_of(choosing, literal);
}

static uint64_t
effort_of_round(const struct choosing *choosing, thread_id t, unsigned r)
{
  uint64_t sum = 0;
  for (uint32_t l = 0; l < labels_count(choosing->inquiry->problem->line.labels, t); l++)
    sum += effort(choosing, t, r, l);
  return sum;
}

static bool
choose_end(struct choosing *choosing)
{
  const struct problem *problem = choosing->inquiry->problem;
  struct half *choice = choosing->choice;
  uint64_t most = 0;
  for (thread_id t = 0; t < problem->line.prog->threads.n; t++)
    for (unsigned r = 0; r < problem->search->options->rounds; r++) {
      uint64_t sum = effort_of_round(choosing, t, r);
      if (sum > most)
        *choice = (struct half){.thread = t, .round = r};
      most = sum > most ? sum : most;
    }
  if (!most)
    return false;
  uint64_t before = effort(choosing, choice->thread, choice->round, 0);
  while (2 * before < most)
    before += effort(choosing, choice->thread, choice->round, ++choice->label);
  INVARIANT(choice->label < labels_count(problem->line.labels, choice->thread));
  return true;
}

/* ---- by one order ---- */

struct table {
  struct chain rows, columns;
  uint32_t height, width;
  uint64_t *effort; /* per pair, row by row */
  uint64_t *sums;   /* of all with a smaller row and a smaller column; one row and column more */
};

/* In the corner that a half of the path decides? */
static bool
is_in_corner(const struct choosing *choosing, uint32_t a, uint32_t b)
{
  for (size_t i = 0; i < choosing->n; i++) {
    const struct half *half = &choosing->path[i];
    if (half->holds ? a <= half->first && b >= half->second : a >= half->first && b <= half->second)
      return true;
  }
  return false;
}

/* Only those of the same two chains decide anything here. */
static struct choosing
of_table(const struct choosing *choosing, const struct table *table, struct half *halves)
{
  struct choosing few = *choosing;
  few.path = halves;
  few.n = 0;
  for (size_t i = 0; i < choosing->n; i++) {
    const struct half *half = &choosing->path[i];
    if (half->first >= table->rows.first && half->first < table->rows.end &&
        half->second >= table->columns.first && half->second < table->columns.end)
      halves[few.n++] = *half;
  }
  return few;
}

static void
fill(struct table *table, const struct choosing *choosing)
{
  const struct encoding *encoding = choosing->inquiry->problem->encoding;
  struct half *halves = mem_alloc((choosing->n + 1) * sizeof *halves);
  struct choosing here = of_table(choosing, table, halves);
  size_t width = table->width, stride = width + 1;
  for (uint32_t i = 0; i < table->height; i++)
    for (uint32_t j = 0; j < width; j++) {
      uint32_t a = table->rows.first + i, b = table->columns.first + j;
      uint64_t is =
        is_in_corner(&here, a, b) ? 0 : effort_of(&here, encoding_before(encoding, a, b));
      table->effort[i * width + j] = is;
      uint64_t *sum = &table->sums[(i + 1) * stride + j + 1];
      *sum = is + sum[-1] + *(sum - stride) - *(sum - stride - 1);
    }
  free(halves);
}

static uint64_t
sum_up_to(const struct table *table, size_t row, size_t column)
{
  return table->sums[row * (table->width + 1) + column];
}

/* What the half with less of it decides. */
static uint64_t
gain_of(const struct table *table, uint32_t i, uint32_t j)
{
  uint64_t before = sum_up_to(table, i + 1, table->width) - sum_up_to(table, i + 1, j);
  uint64_t behind = sum_up_to(table, table->height, j + 1) - sum_up_to(table, i, j + 1);
  return before < behind ? before : behind;
}

static void
choose_in_table(struct choosing *choosing, struct table *table, uint64_t *most)
{
  table->height = table->rows.end - table->rows.first;
  table->width = table->columns.end - table->columns.first;
  table->effort = mem_alloc(((size_t)table->height * table->width + 1) * sizeof *table->effort);
  table->sums =
    mem_alloc(((size_t)table->height + 1) * ((size_t)table->width + 1) * sizeof *table->sums);
  fill(table, choosing);
  for (uint32_t i = 0; i < table->height; i++)
    for (uint32_t j = 0; j < table->width; j++) {
      uint64_t gain = table->effort[(size_t)i * table->width + j] ? gain_of(table, i, j) : 0;
      if (gain > *most) {
        *most = gain;
        *choosing->choice = (struct half){
          .by_order = true, .first = table->rows.first + i, .second = table->columns.first + j};
      }
    }
  free(table->effort);
  free(table->sums);
}

static bool
choose_nodes(struct choosing *choosing)
{
  const struct encoding *encoding = choosing->inquiry->problem->encoding;
  uint32_t chains = encoding_chains(encoding);
  uint64_t most = 0;
  for (uint32_t one = 0; one < chains; one++)
    for (uint32_t two = one + 1; two < chains; two++) {
      struct table table = {.rows = encoding_chain(encoding, one),
                            .columns = encoding_chain(encoding, two)};
      choose_in_table(choosing, &table, &most);
    }
  return most > 0;
}

bool
half_choose(const struct inquiry *inquiry, const struct half *path, size_t n, struct half *choice)
{
  struct choosing choosing = {inquiry, path, n, choice};
  bool by_order = engine_get(inquiry->problem->search->options->kind)->one_order;
  return by_order ? choose_nodes(&choosing) : choose_end(&choosing);
}
