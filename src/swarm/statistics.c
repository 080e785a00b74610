/* The race of n instances. They are drawn with replacement: the instances that were tried stand for
 * the many more that there are, and n may be larger than the number of those tried. (Drawn without
 * replacement from a few hundred, n = 200 would find the fastest of them with certainty.)
 *
 * Let b of N instances find a bug, in the times t(1) <= ... <= t(b). None of n draws is among the i
 * fastest with probability ((N - i) / N)^n =: s(i), so the minimum is t(i) with probability
 * s(i - 1) - s(i), and there is a bug at all with probability 1 - s(b). The expectation follows
 * without drawing anything. Powers are computed by their logarithms, as 1 - s is tiny when bugs are
 * rare. */
#include "swarm/statistics.h"

#include <math.h>

#include "base/invariant.h"
#include "base/map.h"
#include "base/mem.h"

struct summary
summary_of(const double *numbers, size_t n)
{
  struct summary summary = {.n = n};
  double squares = 0;
  for (size_t i = 0; i < n; i++) {
    summary.least = !i || numbers[i] < summary.least ? numbers[i] : summary.least;
    summary.most = !i || numbers[i] > summary.most ? numbers[i] : summary.most;
    summary.mean += numbers[i] / (double)n;
  }
  for (size_t i = 0; i < n; i++)
    squares += (numbers[i] - summary.mean) * (numbers[i] - summary.mean);
  summary.deviation = n > 1 ? sqrt(squares / (double)(n - 1)) : 0;
  return summary;
}

/* One of `cores` draws is among the i fastest: 1 - s(i). */
static double
among(const struct race *race, size_t i, unsigned cores)
{
  INVARIANT(i <= race->tried);
  if (i == race->tried)
    return i && cores ? 1 : 0;
  return -expm1((double)cores * log1p(-(double)i / (double)race->tried));
}

double
race_probability(const struct race *race, unsigned cores)
{
  return race->tried ? among(race, race->n, cores) : 0;
}

double
race_expected(const struct race *race, unsigned cores)
{
  INVARIANT(race->n && cores);
  double sum = 0, before = 0;
  for (size_t i = 1; i <= race->n; i++) {
    double so_far = among(race, i, cores);
    INVARIANT(so_far >= before);
    sum += race->seconds[i - 1] * (so_far - before);
    before = so_far;
  }
  return sum / before;
}

unsigned
race_cores(const struct race *race, double probability)
{
  INVARIANT(probability < 1 && race->n <= race->tried);
  if (!race->n)
    return 0;
  if (race->n == race->tried)
    return 1;
  double enough = log1p(-probability) / log1p(-(double)race->n / (double)race->tried);
  unsigned cores = enough > 1 ? (unsigned)enough : 1; /* rounding may be off by one */
  while (cores > 1 && race_probability(race, cores - 1) >= probability)
    cores--;
  while (race_probability(race, cores) < probability)
    cores++;
  return cores;
}

/* ---- a farm ---- */

/* By chance, the same one each time: taken in turn, the jobs of one core could all be the same. */
static double
seconds_of(const struct farm *farm, size_t job)
{
  return farm->each + farm->seconds[hash_mix(job, farm->tried) % farm->tried];
}

/* The core that is free first is at the top of the heap: it is busy until `until` now. */
static void
sink(double *heap, size_t n, double until)
{
  size_t at = 0;
  for (size_t child; (child = 2 * at + 1) < n; at = child) {
    child += child + 1 < n && heap[child + 1] < heap[child];
    if (heap[child] >= until)
      break;
    heap[at] = heap[child];
  }
  heap[at] = until;
}

double
farm_ranks(const struct farm *farm, unsigned cores)
{
  INVARIANT(cores && farm->tried);
  double *heap = mem_alloc(cores * sizeof *heap), director = farm->begin, end = 0;
  for (size_t i = 0; i < cores; i++)
    heap[i] = farm->begin;
  for (size_t job = 0; job < farm->jobs; job++) {
    director = fmax(director, heap[0] + farm->travel) + farm->direct;
    double until = director + seconds_of(farm, job);
    end = fmax(end, until);
    sink(heap, cores, until);
  }
  vec_drop(heap);
  return end + farm->travel;
}

double
farm_shares(const struct farm *farm, unsigned cores)
{
  INVARIANT(cores && farm->tried);
  double *until = mem_alloc(cores * sizeof *until), end = 0;
  for (size_t job = 0; job < farm->jobs; job++) {
    until[job % cores] += seconds_of(farm, job);
    end = fmax(end, until[job % cores]);
  }
  vec_drop(until);
  return farm->begin + end;
}

struct farm_limits
farm_limits(const struct farm *farm, unsigned cores)
{
  struct farm_limits limits = {.direct = farm->direct * (double)farm->jobs};
  double travel = farm->travel;
  for (size_t job = 0; job < farm->jobs; job++) {
    limits.work += (seconds_of(farm, job) + travel) / cores;
    limits.longest = fmax(limits.longest, seconds_of(farm, job));
  }
  return limits;
}
