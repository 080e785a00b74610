/* The run that a search comes upon changes threads more often than its bug needs, goes on with
 * threads that have nothing to do with it, and has inputs as the solver happened to choose them. But
 * whoever reads a trace takes each of these for a part of the bug.
 *
 * So the interpreter tries to do without them, one after the other: a context of a thread happens
 * elsewhere, so that it comes together with another one of that thread; a thread stops earlier; an
 * input is 0, which is also how a model says that nothing happens by chance. What is tried is kept if
 * the run ends in the same way. This is repeated until nothing helps any more, or the tries are used
 * up. These are counted by the sizes of programs, so that two runs of heddle print the same. */
#include "check/shorten.h"

#include <string.h>

/* How many runs of the interpreter; fewer if the program has many values and events. */
enum { TRIES = 2000 };
#define COST_MOST UINT64_C(200000000)

struct shortening {
  struct engine_result *result;
  const struct prog *prog;
  const struct labels *labels;
  const struct part *part; /* NULL: of any schedule */
  unsigned part_rounds;
  unsigned rounds; /* it takes no more than these */
  unsigned tries;
};

static struct schedule
copy(const struct schedule *schedule)
{
  struct schedule same = {0};
  for (size_t i = 0; i < schedule->contexts.n; i++)
    vec_push(&same.contexts, schedule->contexts.at[i]);
  for (size_t i = 0; i < schedule->late.n; i++)
    vec_push(&same.late, schedule->late.at[i]);
  for (size_t i = 0; i < schedule->inputs.n; i++)
    vec_push(&same.inputs, schedule->inputs.at[i]);
  return same;
}

static bool
is_allowed(const struct shortening *shortening, const struct schedule *schedule)
{
  return schedule_rounds(schedule) <= shortening->rounds &&
         (!shortening->part ||
          part_contains(shortening->part, shortening->labels, shortening->part_rounds, schedule));
}

/* Takes the schedule. */
static bool
accept(struct shortening *shortening, struct schedule *schedule)
{
  struct engine_result *result = shortening->result;
  struct run run = {0};
  bool same = shortening->tries && is_allowed(shortening, schedule);
  if (same) {
    shortening->tries--;
    interp_run(&run, shortening->prog, shortening->labels, schedule);
    same = run.end == result->run.end && run.at == result->run.at;
  }
  if (!same) {
    run_free(&run);
    schedule_free(schedule);
    return false;
  }
  run_free(&result->run);
  schedule_free(&result->schedule);
  result->run = run;
  result->schedule = *schedule;
  return true;
}

/* ---- contexts ---- */

/* Without two contexts of a thread in a row, and without those that pass nothing, unless a store
 * is seen there. */
static void
tidy(struct schedule *schedule)
{
  VEC(uint32_t) moved = {0};
  size_t n = 0;
  for (uint32_t i = 0; i < schedule->contexts.n; i++) {
    struct context context = schedule->contexts.at[i];
    bool last = n && schedule->contexts.at[n - 1].thread == context.thread;
    if (!last)
      n++;
    schedule->contexts.at[n - 1] = context;
    vec_push(&moved, (uint32_t)n - 1);
  }
  schedule->contexts.n = n;
  for (size_t i = 0; i < schedule->late.n; i++) {
    struct late *late = &schedule->late.at[i];
    if (late->context < moved.n)
      late->context = moved.at[late->context];
  }
  vec_free(&moved);
}

static uint32_t
labels_before(const struct schedule *schedule, size_t i)
{
  for (size_t k = i; k-- > 0;)
    if (schedule->contexts.at[k].thread == schedule->contexts.at[i].thread)
      return schedule->contexts.at[k].labels;
  return 0;
}

/* The place of a context after one of them has moved from one place to another. */
static uint32_t
place_after(uint32_t i, size_t from, size_t to)
{
  if (i == from)
    return (uint32_t)to;
  if (from < to)
    return i > from && i <= to ? i - 1 : i;
  return i >= to && i < from ? i + 1 : i;
}

/* With the context at another place, which no other context of its thread lies between. */
static struct schedule
with_moved(const struct schedule *schedule, size_t from, size_t to)
{
  struct schedule other = copy(schedule);
  for (uint32_t i = 0; i < schedule->contexts.n; i++)
    other.contexts.at[place_after(i, from, to)] = schedule->contexts.at[i];
  for (size_t i = 0; i < other.late.n; i++)
    if (other.late.at[i].context < schedule->contexts.n)
      other.late.at[i].context = place_after(other.late.at[i].context, from, to);
  tidy(&other);
  return other;
}

/* Moves the context if there are fewer of them then. */
static bool
move(struct shortening *shortening, size_t from, size_t to)
{
  const struct schedule *schedule = &shortening->result->schedule;
  struct schedule moved = with_moved(schedule, from, to);
  if (moved.contexts.n < schedule->contexts.n)
    return accept(shortening, &moved);
  schedule_free(&moved);
  return false;
}

/* To every place between the contexts of the thread before and behind it. */
static bool
move_anywhere(struct shortening *shortening, size_t i)
{
  const struct schedule *schedule = &shortening->result->schedule;
  thread_id thread = schedule->contexts.at[i].thread;
  for (size_t to = i + 1; to < schedule->contexts.n; to++) {
    if (schedule->contexts.at[to].thread == thread)
      break;
    if (move(shortening, i, to))
      return true;
  }
  for (size_t to = i; to-- > 0;) {
    if (schedule->contexts.at[to].thread == thread)
      break;
    if (move(shortening, i, to))
      return true;
  }
  return false;
}

static bool
merge(struct shortening *shortening)
{
  bool fewer = false;
  for (size_t i = 0; i < shortening->result->schedule.contexts.n;)
    if (move_anywhere(shortening, i))
      fewer = true;
    else
      i++;
  return fewer;
}

/* ---- steps ---- */

static bool
is_last_of_thread(const struct schedule *schedule, size_t i)
{
  for (size_t k = i + 1; k < schedule->contexts.n; k++)
    if (schedule->contexts.at[k].thread == schedule->contexts.at[i].thread)
      return false;
  return true;
}

/* The thread passes so many labels fewer at the end. */
static bool
stop_earlier(struct shortening *shortening, size_t i, uint32_t labels)
{
  struct schedule shorter = copy(&shortening->result->schedule);
  shorter.contexts.at[i].labels -= labels;
  bool gone = shorter.contexts.at[i].labels == labels_before(&shorter, i);
  for (size_t k = 0; gone && k < shorter.late.n; k++)
    gone = shorter.late.at[k].context == CONTEXT_NEVER || shorter.late.at[k].context < i;
  if (gone) {
    for (size_t k = i; k + 1 < shorter.contexts.n; k++)
      shorter.contexts.at[k] = shorter.contexts.at[k + 1];
    shorter.contexts.n--;
    tidy(&shorter);
  }
  return accept(shortening, &shorter);
}

static bool
trim(struct shortening *shortening)
{
  const struct schedule *schedule = &shortening->result->schedule;
  bool fewer = false;
  for (size_t i = schedule->contexts.n; i-- > 0;) {
    if (i >= schedule->contexts.n || !is_last_of_thread(schedule, i))
      continue;
    for (uint32_t n = schedule->contexts.at[i].labels - labels_before(schedule, i); n; n /= 2)
      while (i < schedule->contexts.n && is_last_of_thread(schedule, i) &&
             schedule->contexts.at[i].labels - labels_before(schedule, i) >= n &&
             stop_earlier(shortening, i, n))
        fewer = true;
  }
  return fewer;
}

/* ---- inputs ---- */

/* Where objects lie, and which access is watched, is nothing that a reader would miss. */
static bool
may_be_zero(const struct input *input)
{
  return input->kind != INPUT_ADDRESS && !(input->name && !strcmp(input->name, INPUT_WATCHED));
}

static bool
zero_inputs(struct shortening *shortening)
{
  bool fewer = false;
  const struct engine_result *result = shortening->result;
  for (size_t i = 0; i < result->schedule.inputs.n && i < result->run.used.n; i++) {
    if (!result->schedule.inputs.at[i] || !result->run.used.at[i] ||
        !may_be_zero(&shortening->prog->inputs.at[i]))
      continue;
    struct schedule other = copy(&result->schedule);
    other.inputs.at[i] = 0;
    fewer |= accept(shortening, &other);
  }
  return fewer;
}

/* ---- all ---- */

static unsigned
tries_for(const struct prog *prog)
{
  uint64_t affordable = COST_MOST / (prog->values.n + prog->events.n + 1);
  return affordable < TRIES ? (unsigned)affordable : TRIES;
}

void
shorten_contexts(struct engine_result *result, const struct prog *prog, const struct labels *labels)
{
  struct shortening shortening = {.result = result,
                                  .prog = prog,
                                  .labels = labels,
                                  .rounds = schedule_rounds(&result->schedule),
                                  .tries = tries_for(prog)};
  while (merge(&shortening))
    ;
}

void
check_shorten(struct report *report)
{
  struct shortening shortening = {.result = &report->result,
                                  .prog = report->prog,
                                  .labels = &report->labels,
                                  .part = &report->part,
                                  .part_rounds = report_stage(report)->rounds,
                                  .rounds = schedule_rounds(&report->result.schedule),
                                  .tries = tries_for(report->prog)};
  if (report->options->part.tiles) /* the part of the instance that has the bug is not at hand */
    return;
  for (bool shorter = true; shorter;) {
    shorter = trim(&shortening);
    shorter |= merge(&shortening);
    shorter |= zero_inputs(&shortening);
  }
  report->cause.chances = shortening.tries > 0;
}
