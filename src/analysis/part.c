#include "analysis/part.h"

#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"

void
part_copy(struct part *part, const struct part *other)
{
  *part = (struct part){0};
  if (!other)
    return;
  for (size_t i = 0; i < other->closed.n; i++)
    vec_push(&part->closed, other->closed.at[i]);
  for (size_t i = 0; i < other->idle.n; i++)
    vec_push(&part->idle, other->idle.at[i]);
  for (size_t i = 0; i < other->ends.n; i++)
    vec_push(&part->ends, other->ends.at[i]);
  part->counts = other->counts;
  part->switches = other->switches;
}

void
part_free(struct part *part)
{
  vec_free(&part->closed);
  vec_free(&part->idle);
  vec_free(&part->ends);
}

static bool
any(const bool *flags, size_t n)
{
  return n && memchr(flags, true, n);
}

bool
part_is_whole(const struct part *part)
{
  return !part || (!any(part->closed.at, part->closed.n) && !any(part->idle.at, part->idle.n) &&
                   !part->ends.n && !part->counts);
}

/* ---- labels ---- */

static bool
is_step(const struct labels *labels, thread_id thread, uint32_t label)
{
  return labels_get(labels, thread, label)->kind == LABEL_STEP;
}

bool
labels_may_close(const struct labels *labels, const struct prog *prog, thread_id thread,
                 uint32_t label)
{
  if (!is_step(labels, thread, label) || label_may_wait(prog, labels_get(labels, thread, label)))
    return false;
  for (uint32_t l = 0; l < label; l++)
    if (is_step(labels, thread, l))
      return true;
  return false;
}

bool
part_is_closed(const struct part *part, const struct labels *labels, thread_id thread,
               uint32_t label)
{
  if (!part || !part->closed.n)
    return false;
  INVARIANT(part->closed.n == labels->all.n && label < labels_count(labels, thread));
  return part->closed.at[labels->first_of_thread.at[thread] + label];
}

bool
part_goes_on(const struct part *part, const struct labels *labels, thread_id thread, uint32_t label)
{
  uint32_t n = labels_count(labels, thread);
  if (!part || !part->closed.n)
    return false;
  while (label < n && labels_get(labels, thread, label)->kind == LABEL_STOP)
    label++;
  return label < n && part_is_closed(part, labels, thread, label);
}

bool
part_is_idle(const struct part *part, size_t threads, thread_id thread, unsigned round)
{
  INVARIANT(thread < threads && (!part || part->idle.n % threads == 0));
  size_t at = round * threads + thread;
  return part && at < part->idle.n && part->idle.at[at];
}

/* A new round begins where the number of the thread goes down. The first switch is from main, and
 * goes up. With n threads the number can go down n - 1 times running, and then it must go up: so of
 * any n switches in a row one goes up, and of K at least K / n, rounded down. */
unsigned
part_rounds(unsigned switches, size_t threads)
{
  INVARIANT(threads > 0);
  unsigned others = switches ? switches - 1 : 0;
  return 1 + others - (unsigned)(others / threads);
}

/* ---- does a schedule belong to it? ----
 *
 * Contexts are put into turns from left to right, a context or none into each. There may be several
 * ways to do that, so we keep, turn by turn, the set of numbers of contexts that can have been put
 * into the turns so far. */

struct placing {
  const struct part *part;
  const struct labels *labels;
  const struct schedule *schedule;
  size_t threads;
  bool *reached; /* per number of contexts: they can be in the turns so far */
  bool *empty;   /* per context: it passes no STEP */
};

static void
look_at_contexts(struct placing *placing)
{
  const struct schedule *schedule = placing->schedule;
  uint32_t *passed = mem_alloc(placing->threads * sizeof *passed);
  for (size_t i = 0; i < schedule->contexts.n; i++) {
    struct context context = schedule->contexts.at[i];
    INVARIANT(context.labels >= passed[context.thread] &&
              context.labels <= labels_count(placing->labels, context.thread));
    placing->empty[i] = true;
    for (uint32_t l = passed[context.thread]; l < context.labels; l++)
      placing->empty[i] &= !is_step(placing->labels, context.thread, l);
    passed[context.thread] = context.labels;
  }
  free(passed);
}

/* The labels that a thread has passed after so many contexts. */
static uint32_t
passed_after(const struct placing *placing, thread_id thread, size_t contexts)
{
  while (contexts-- > 0)
    if (placing->schedule->contexts.at[contexts].thread == thread)
      return placing->schedule->contexts.at[contexts].labels;
  return 0;
}

static bool
ends_hold(const struct placing *placing, thread_id thread, unsigned round, size_t contexts)
{
  const struct part *part = placing->part;
  for (size_t i = 0; i < part->ends.n; i++) {
    const struct part_end *end = &part->ends.at[i];
    if (end->thread == thread && end->round == round &&
        (passed_after(placing, thread, contexts) > end->label) != end->passed)
      return false;
  }
  return true;
}

static void
take_turn(struct placing *placing, thread_id thread, unsigned round)
{
  const struct schedule *schedule = placing->schedule;
  bool idle = part_is_idle(placing->part, placing->threads, thread, round);
  for (size_t i = schedule->contexts.n; i-- > 0;)
    if (placing->reached[i] && schedule->contexts.at[i].thread == thread &&
        (!idle || placing->empty[i]))
      placing->reached[i + 1] = true;
  for (size_t i = 0; i <= schedule->contexts.n; i++)
    placing->reached[i] &= ends_hold(placing, thread, round, i);
}

static bool
can_be_placed(struct placing *placing, unsigned rounds)
{
  placing->reached[0] = true;
  for (unsigned r = 0; r < rounds; r++)
    for (thread_id t = 0; t < placing->threads; t++)
      take_turn(placing, t, r);
  return placing->reached[placing->schedule->contexts.n];
}

/* Of neighbouring contexts of one thread, and empty ones between them, only the first counts. Main
 * runs first. */
static unsigned
count_switches(const struct placing *placing)
{
  unsigned changes = 0;
  thread_id last = 0;
  for (size_t i = 0; i < placing->schedule->contexts.n; i++) {
    thread_id thread = placing->schedule->contexts.at[i].thread;
    if (placing->empty[i])
      continue;
    changes += last != thread;
    last = thread;
  }
  return changes;
}

/* May the thread be interrupted where this context ends? Of STOPs before a closed label: only if it
 * never gets past them, and so may be stuck there. */
static bool
stops_well(const struct placing *placing, size_t context)
{
  struct context here = placing->schedule->contexts.at[context];
  if (!part_goes_on(placing->part, placing->labels, here.thread, here.labels))
    return true;
  if (part_is_closed(placing->part, placing->labels, here.thread, here.labels))
    return false;
  return passed_after(placing, here.thread, placing->schedule->contexts.n) == here.labels;
}

/* May an end of the part speak of this label? */
static bool
can_end_at(const struct part *part, const struct labels *labels, const struct part_end *end)
{
  return is_step(labels, end->thread, end->label) &&
         !part_is_closed(part, labels, end->thread, end->label);
}

static bool
contains(const struct part *part, const struct labels *labels, unsigned rounds,
         const struct schedule *schedule)
{
  size_t n = schedule->contexts.n;
  struct placing placing = {.part = part,
                            .labels = labels,
                            .schedule = schedule,
                            .threads = labels->first_of_thread.n - 1,
                            .reached = mem_alloc((n + 1) * sizeof(bool)),
                            .empty = mem_alloc(n * sizeof(bool))};
  for (size_t i = 0; i < part->ends.n; i++)
    INVARIANT(can_end_at(part, labels, &part->ends.at[i]));
  look_at_contexts(&placing);
  bool belongs = !part->counts || count_switches(&placing) <= part->switches;
  for (size_t i = 0; i + 1 < n; i++)
    belongs &= stops_well(&placing, i);
  belongs = belongs && can_be_placed(&placing, rounds);
  free(placing.reached);
  free(placing.empty);
  return belongs;
}

static bool
is_late_in_closed(const struct part *part, const struct labels *labels, event_id store)
{
  thread_id thread = 0;
  INVARIANT(store < labels->of_event.n && labels_late(labels, store));
  while (labels_get(labels, thread, labels_count(labels, thread) - 1)->end <= store)
    thread++;
  return part_is_closed(part, labels, thread, labels->of_event.at[store]);
}

static bool
leaves_buffer(const struct schedule *schedule, size_t context)
{
  for (size_t i = 0; i < schedule->late.n; i++)
    if (schedule->late.at[i].context == context)
      return true;
  return false;
}

/* Contexts that pass nothing, in which stores leave the buffer, do not count. */
bool
part_contains(const struct part *part, const struct labels *labels, unsigned rounds,
              const struct schedule *schedule)
{
  if (part_is_whole(part))
    return true;
  struct schedule passing = {0};
  uint32_t *passed = mem_alloc(labels->first_of_thread.n * sizeof *passed);
  bool belongs = true;
  for (size_t i = 0; i < schedule->contexts.n; i++) {
    struct context context = schedule->contexts.at[i];
    if (context.labels > passed[context.thread] || !leaves_buffer(schedule, i))
      vec_push(&passing.contexts, context);
    passed[context.thread] = context.labels;
  }
  for (size_t i = 0; i < schedule->late.n; i++)
    belongs &= !is_late_in_closed(part, labels, schedule->late.at[i].store);
  belongs = belongs && contains(part, labels, rounds, &passing);
  schedule_free(&passing);
  free(passed);
  return belongs;
}

/* ---- how much is it? ----
 *
 * What a thread does is a sequence e(0) <= e(1) <= ... of how many of its open STEPs it has passed
 * by the end of each round. We count those that obey the ends, and all, by the last element; both
 * counts are scaled alike, so that they do not overflow. */

struct counting {
  const struct part *part;
  const struct labels *labels;
  thread_id thread;
  uint32_t steps;
  VEC(uint32_t) number; /* of each label: open STEPs up to it, exclusive */
};

static void
number_steps(struct counting *counting)
{
  counting->steps = 0;
  counting->number.n = 0;
  for (uint32_t l = 0; l < labels_count(counting->labels, counting->thread); l++) {
    vec_push(&counting->number, counting->steps);
    counting->steps += is_step(counting->labels, counting->thread, l) &&
                       !part_is_closed(counting->part, counting->labels, counting->thread, l);
  }
}

/* Takes away the sequences whose element of this round breaks an end. */
static void
apply_ends(const struct counting *counting, unsigned round, double *good)
{
  for (size_t i = 0; i < counting->part->ends.n; i++) {
    const struct part_end *end = &counting->part->ends.at[i];
    if (end->thread != counting->thread || end->round != round)
      continue;
    INVARIANT(can_end_at(counting->part, counting->labels, end));
    for (uint32_t e = 0; e <= counting->steps; e++)
      if ((e > counting->number.at[end->label]) != end->passed)
        good[e] = 0;
  }
}

/* From the counts by the last element to those by the next. */
static void
add_round(const struct counting *counting, double *counts)
{
  for (uint32_t e = 1; e <= counting->steps; e++)
    counts[e] += counts[e - 1];
}

static void
scale(double *counts, uint32_t n, double factor)
{
  for (uint32_t e = 0; e < n; e++)
    counts[e] /= factor;
}

static double
sum(const double *counts, uint32_t n)
{
  double result = 0;
  for (uint32_t e = 0; e < n; e++)
    result += counts[e];
  return result;
}

static double
share_of_thread(const struct counting *counting, unsigned rounds)
{
  uint32_t n = counting->steps + 1;
  size_t threads = counting->labels->first_of_thread.n - 1;
  double *all = mem_alloc(n * sizeof *all), *good = mem_alloc(n * sizeof *good);
  all[0] = good[0] = 1;
  for (unsigned r = 0; r < rounds; r++) {
    if (!part_is_idle(counting->part, threads, counting->thread, r)) {
      add_round(counting, all);
      add_round(counting, good);
    }
    apply_ends(counting, r, good);
    double most = all[n - 1]; /* counts grow with e, but for idle rounds at the start */
    if (most > 0) {
      scale(good, n, most);
      scale(all, n, most);
    }
  }
  double result = sum(good, n) / sum(all, n);
  INVARIANT(result >= 0 && result <= 1);
  free(all);
  free(good);
  return result;
}

double
part_share(const struct part *part, const struct labels *labels, unsigned rounds)
{
  double share = 1;
  if (!part || !part->ends.n)
    return share;
  struct counting counting = {.part = part, .labels = labels};
  for (; counting.thread + 1 < labels->first_of_thread.n; counting.thread++) {
    number_steps(&counting);
    share *= share_of_thread(&counting, rounds);
  }
  vec_free(&counting.number);
  INVARIANT(share >= 0 && share <= 1);
  return share;
}
