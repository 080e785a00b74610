#include "tiling/selection.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/mutant.h"

struct selections {
  const struct tiling *tiling;
  unsigned z;
  uint64_t total; /* TOO_MANY if there are as many or more */
  double count;
  uint64_t next; /* how many have been there */
  bool shuffled;
  uint64_t random;
  /* Shuffled: which number stands at a place instead of the place's own. Places are drawn from
   * `next` on, and what stood at `next` takes the place of what was drawn. Values are indices into
   * `numbers`, plus 1. Or, if there are too many, the hashes of those that have been there. */
  struct map moved;
  VEC(uint64_t) numbers;
};

#define TOO_MANY UINT64_MAX

/* ---- counting ---- */

static uint64_t
multiply(uint64_t a, uint64_t b)
{
  return b && a > TOO_MANY / b ? TOO_MANY : a * b;
}

/* How many ways there are to pick k of n; also as a double, for those beyond TOO_MANY. */
static uint64_t
ways(uint64_t n, uint64_t k, double *count)
{
  uint64_t result = 1;
  if (k > n - k)
    k = n - k;
  *count = 1;
  for (uint64_t i = 1; i <= k; i++) {
    *count = *count * (double)(n - k + i) / (double)i;
    /* result * (n - k + i) is divisible by i; divide first where that can be done. */
    uint64_t factor = n - k + i, divisor = i;
    for (uint64_t d = 2; d <= divisor; d++)
      while (divisor % d == 0 && factor % d == 0) {
        divisor /= d;
        factor /= d;
      }
    if (result != TOO_MANY)
      result = multiply(result / divisor, factor);
  }
  return result;
}

static uint64_t
ways_only(uint64_t n, uint64_t k)
{
  double count;
  return n < k ? 0 : ways(n, k, &count);
}

static uint32_t
picked_of(const struct selections *selections, thread_id thread)
{
  uint32_t n = tiling_count(selections->tiling, thread);
  return selections->z < n ? selections->z : n;
}

struct selections *
selections_new(const struct tiling *tiling, unsigned z)
{
  struct selections *selections = mem_alloc(sizeof *selections);
  selections->tiling = tiling;
  selections->z = z;
  selections->total = 1;
  selections->count = 1;
  for (thread_id t = 0; t + 1 < tiling->first_of_thread.n; t++) {
    double count;
    uint64_t n = ways(tiling_count(tiling, t), picked_of(selections, t), &count);
    selections->total = multiply(selections->total, n);
    selections->count *= count;
  }
  return selections;
}

void
selections_free(struct selections *selections)
{
  map_free(&selections->moved);
  vec_free(&selections->numbers);
  free(selections);
}

double
selections_count(const struct selections *selections)
{
  return selections->total == TOO_MANY ? selections->count : (double)selections->total;
}

void
selections_shuffle(struct selections *selections, uint64_t seed)
{
  selections->shuffled = true;
  selections->random = hash_mix(UINT64_C(0x2545f4914f6cdd1d), seed);
}

/* ---- by number ---- */

/* The rank-th way to pick k of the thread's tiles, in the order of the first, then the second... */
static void
pick_by_rank(bool *tiles, uint32_t n, uint32_t k, uint64_t rank)
{
  for (uint32_t i = 0; i < n && k; i++) {
    uint64_t with = ways_only(n - i - 1, k - 1);
    if (rank < with) {
      tiles[i] = true;
      k--;
    } else {
      rank -= with;
    }
  }
}

static void
pick_by_number(const struct selections *selections, uint64_t number, struct instance *instance)
{
  const struct tiling *tiling = selections->tiling;
  for (thread_id t = (thread_id)tiling->first_of_thread.n - 1; t-- > 0;) {
    uint32_t n = tiling_count(tiling, t), k = picked_of(selections, t);
    uint64_t here = ways_only(n, k);
    pick_by_rank(instance->selected.at + tiling->first_of_thread.at[t], n, k, number % here);
    number /= here;
  }
}

/* ---- by chance ---- */

static uint64_t
draw(struct selections *selections)
{
  return selections->random = hash_mix(selections->random, UINT64_C(0x9e3779b97f4a7c15));
}

/* One of 0 .. below-1, all alike. */
static uint64_t
draw_below(struct selections *selections, uint64_t below)
{
  uint64_t limit = UINT64_MAX - UINT64_MAX % below, number;
  do
    number = draw(selections);
  while (number >= limit);
  return number % below;
}

static uint64_t
at_place(const struct selections *selections, uint64_t place)
{
  const uint32_t *moved = map_find(&selections->moved, place);
  return moved ? selections->numbers.at[*moved - 1] : place;
}

static uint64_t
draw_number(struct selections *selections)
{
  uint64_t place = selections->next + draw_below(selections, selections->total - selections->next);
  uint64_t number = at_place(selections, place);
  vec_push(&selections->numbers, at_place(selections, selections->next));
  if (!MUTANT(SELECTION_TWICE))
    *map_at(&selections->moved, place) = (uint32_t)selections->numbers.n;
  return number;
}

/* Tile by tile, each with the chance that is left for it. */
static void
pick_by_chance(struct selections *selections, struct instance *instance)
{
  const struct tiling *tiling = selections->tiling;
  for (thread_id t = 0; t + 1 < tiling->first_of_thread.n; t++) {
    uint32_t n = tiling_count(tiling, t), k = picked_of(selections, t);
    for (uint32_t i = 0; i < n; i++)
      if (draw_below(selections, n - i) < k) {
        instance->selected.at[tiling->first_of_thread.at[t] + i] = true;
        k--;
      }
  }
}

static void
draw_instance(struct selections *selections, struct instance *instance)
{
  uint32_t *seen;
  do {
    vec_resize(&instance->selected, 0);
    vec_resize(&instance->selected, selections->tiling->tiles.n);
    pick_by_chance(selections, instance);
    seen = map_at(&selections->moved, hash_bytes(instance->selected.at, instance->selected.n));
  } while (*seen);
  *seen = 1;
}

bool
selections_next(struct selections *selections, struct instance *instance)
{
  vec_resize(&instance->selected, 0);
  vec_resize(&instance->selected, selections->tiling->tiles.n);
  if (selections->next == selections->total)
    return false;
  if (selections->shuffled && selections->total == TOO_MANY)
    draw_instance(selections, instance);
  else
    pick_by_number(selections, selections->shuffled ? draw_number(selections) : selections->next,
                   instance);
  selections->next++;
  return true;
}
