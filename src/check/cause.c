/* Two steps of different threads are in conflict if they touch the same memory and one of them writes.
 * A run is what it is because of the order of these pairs. Which of them does its bug need?
 *
 * That is tried out. To exchange a pair, either the second step comes before the first, with all that
 * its thread does before; or the first step comes behind the second, with all that its thread does
 * until then. Everything else stays as it was, and after that all threads go on as far as they can
 * (interp_run_on). If the pair was exchanged by that, and the run ends well, its order is needed; if
 * there is a bug in one of the two, it is not. A run that stops at a bound, before the assertion in
 * question was passed, is none that ends well: what would come of it is not known.
 *
 * Of these pairs those are left out that follow from others, by the order of steps of one thread.
 *
 * Late stores make another thing of order: then nothing is said here (trace/why.c names the store).
 * Nor is it of races, which are about steps that have no order. */
#include "check/cause.h"

#include "base/mutant.h"
#include "trace/trace.h"

/* As in shorten.c. */
enum { TRIES = 1000 };
#define COST_MOST UINT64_C(100000000)

/* The last accesses of a thread to a byte: 1 + a step; 0 = none. */
struct accesses {
  uint32_t read, write;
};

struct pair_finder {
  struct report *report;
  const struct run *run;
  struct map index; /* address -> 1 + index of its first thread in accesses */
  VEC(struct accesses) accesses;
  struct map known;           /* both steps of a pair -> 1 */
  VEC(struct cause_pair) all; /* in conflict, without others of the first thread between them */
  step_set matters;
  uint32_t *passed; /* by the last run */
  unsigned tries;
};

static thread_id
thread_of(const struct pair_finder *finder, uint32_t step)
{
  return prog_thread_of(finder->report->prog, finder->run->steps.at[step].event);
}

static uint32_t
label_of(const struct pair_finder *finder, uint32_t step)
{
  return finder->report->labels.of_event.at[finder->run->steps.at[step].event];
}

/* ---- conflicts ---- */

/* Of the threads, one after the other. */
static struct accesses *
accesses_at(struct pair_finder *finder, uint64_t address)
{
  uint32_t *at = map_at(&finder->index, address);
  if (!*at) {
    *at = (uint32_t)finder->accesses.n + 1;
    vec_resize(&finder->accesses, finder->accesses.n + finder->report->prog->threads.n);
  }
  return &finder->accesses.at[*at - 1];
}

static void
add_pair(struct pair_finder *finder, uint32_t first, uint32_t second)
{
  uint32_t *known = map_at(&finder->known, (uint64_t)first << 32 | second);
  if (!*known)
    vec_push(&finder->all, ((struct cause_pair){first, second, 0}));
  *known = 1;
}

static void
touch(struct pair_finder *finder, uint32_t step, uint64_t address, bool writes)
{
  struct accesses *accesses = accesses_at(finder, address);
  thread_id thread = thread_of(finder, step);
  for (thread_id other = 0; other < finder->report->prog->threads.n; other++) {
    if (other == thread)
      continue;
    if (accesses[other].write)
      add_pair(finder, accesses[other].write - 1, step);
    if (accesses[other].read && writes)
      add_pair(finder, accesses[other].read - 1, step);
  }
  *(writes ? &accesses[thread].write : &accesses[thread].read) = step + 1;
}

static void
find_conflicts(struct pair_finder *finder)
{
  const struct prog *prog = finder->report->prog;
  for (uint32_t i = 0; i < finder->run->steps.n; i++) {
    const struct step *step = &finder->run->steps.at[i];
    const struct event *event = &prog->events.at[step->event];
    bool access = event->kind == EVENT_LOAD || event->kind == EVENT_STORE;
    if (!access || step->kind == STEP_SEEN || !finder->matters.at[i])
      continue;
    for (uint32_t k = 0; k < event->bytes; k++)
      touch(finder, i, step->addr + k, event->kind == EVENT_STORE);
  }
}

/* ---- exchanging a pair ---- */

static void
add_context(struct schedule *schedule, thread_id thread, uint32_t labels)
{
  bool same = schedule->contexts.n && vec_last(&schedule->contexts).thread == thread;
  if (same)
    vec_last(&schedule->contexts).labels = labels;
  else
    vec_push(&schedule->contexts, ((struct context){thread, labels}));
}

/* The contexts without those of one thread behind its label `from`, up to `to`, which come where the
 * label `at` of another thread begins or, if `behind`, ends. */
static struct schedule
rearranged(const struct pair_finder *finder, thread_id moved, uint32_t from, uint32_t to,
           thread_id other, uint32_t at, bool behind)
{
  const struct schedule *old = &finder->report->result.schedule;
  struct schedule schedule = {0};
  uint32_t *before = mem_alloc(finder->report->prog->threads.n * sizeof *before);
  for (size_t i = 0; i < old->contexts.n; i++) {
    struct context context = old->contexts.at[i];
    uint32_t first = before[context.thread];
    before[context.thread] = context.labels;
    if (context.thread == moved && !(first < from || context.labels > to))
      continue; /* it is elsewhere now */
    if (context.thread == moved && context.labels > from && context.labels <= to)
      context.labels = from;
    bool here = context.thread == other && first <= at && at < context.labels;
    if (here && (behind ? at + 1 : at) > first)
      add_context(&schedule, other, behind ? at + 1 : at);
    if (here)
      add_context(&schedule, moved, to);
    if (!here || context.labels > (behind ? at + 1 : at))
      add_context(&schedule, context.thread, context.labels);
  }
  for (size_t i = 0; i < old->inputs.n; i++)
    vec_push(&schedule.inputs, old->inputs.at[i]);
  vec_drop(before);
  return schedule;
}

/* The step of the event; UINT32_MAX = it did not happen. */
static uint32_t
step_of(const struct run *run, event_id event)
{
  for (uint32_t i = 0; i < run->steps.n; i++)
    if (run->steps.at[i].event == event)
      return i;
  return UINT32_MAX;
}

enum exchange { EXCHANGE_FAILS, EXCHANGE_ENDS_WELL, EXCHANGE_IMPOSSIBLE };

/* Does a run end well? */
static bool
ends_well(const struct pair_finder *finder, const struct run *run)
{
  const struct run *found = finder->run;
  if (run->end != RUN_DONE)
    return false;
  if (!run->cut || MUTANT(WHY_NOTHING_BEHIND_BOUND))
    return true;
  thread_id thread = prog_thread_of(finder->report->prog, found->at);
  return found->end == RUN_VIOLATION &&
         finder->passed[thread] > finder->report->labels.of_event.at[found->at];
}

static enum exchange
try_schedule(struct pair_finder *finder, struct cause_pair pair, struct schedule *schedule)
{
  struct run run;
  interp_run_on(&run, finder->report->prog, &finder->report->labels, schedule, finder->passed);
  uint32_t first = step_of(&run, finder->run->steps.at[pair.first].event);
  uint32_t second = step_of(&run, finder->run->steps.at[pair.second].event);
  enum exchange exchange = EXCHANGE_IMPOSSIBLE;
  if (run.end != RUN_DONE && run.end != RUN_INVALID)
    exchange = EXCHANGE_FAILS;
  else if (second != UINT32_MAX && second < first) /* or the first did not happen at all */
    exchange = ends_well(finder, &run) ? EXCHANGE_ENDS_WELL : EXCHANGE_FAILS;
  run_free(&run);
  schedule_free(schedule);
  return exchange;
}

/* How far has the thread come when the step of another one begins? */
static uint32_t
labels_by(const struct pair_finder *finder, thread_id thread, uint32_t step)
{
  uint32_t labels = 0;
  for (uint32_t i = 0; i < step; i++)
    if (thread_of(finder, i) == thread && label_of(finder, i) + 1 > labels)
      labels = label_of(finder, i) + 1;
  return labels;
}

static bool
is_needed(struct pair_finder *finder, struct cause_pair pair)
{
  thread_id a = thread_of(finder, pair.first), b = thread_of(finder, pair.second);
  uint32_t label_a = label_of(finder, pair.first), label_b = label_of(finder, pair.second);
  struct schedule hastened =
    rearranged(finder, b, labels_by(finder, b, pair.first), label_b + 1, a, label_a, false);
  enum exchange one = try_schedule(finder, pair, &hastened);
  if (one == EXCHANGE_FAILS && !MUTANT(WHY_ONE_WAY_ENOUGH))
    return false;
  struct schedule delayed =
    rearranged(finder, a, label_a, labels_by(finder, a, pair.second), b, label_b, true);
  enum exchange two = try_schedule(finder, pair, &delayed);
  if (two == EXCHANGE_FAILS && !MUTANT(WHY_ONE_WAY_ENOUGH))
    return false;
  return one == EXCHANGE_ENDS_WELL || two == EXCHANGE_ENDS_WELL;
}

/* ---- all ---- */

/* Does the second pair follow from the first one? */
static bool
implies(const struct pair_finder *finder, struct cause_pair one, struct cause_pair other)
{
  return thread_of(finder, one.first) == thread_of(finder, other.first) &&
         thread_of(finder, one.second) == thread_of(finder, other.second) &&
         one.first >= other.first && one.second <= other.second &&
         (one.first != other.first || one.second != other.second);
}

static void
keep_strongest(struct pair_finder *finder, struct cause *cause)
{
  for (size_t i = 0; i < finder->all.n; i++) {
    bool implied = false;
    for (size_t k = 0; k < finder->all.n && !implied; k++)
      implied = implies(finder, finder->all.at[k], finder->all.at[i]);
    if (!implied)
      vec_push(&cause->pairs, finder->all.at[i]);
  }
}

/* ---- what comes too late ---- */

/* The steps of the run are those of a prefix: what a thread would have done next is not among them. But
 * it may be that the bug needs just that: it does not happen if the thread goes on a little before
 * the failing one reads. */
static uint32_t
labels_passed(const struct pair_finder *finder, thread_id thread)
{
  const struct schedule *schedule = &finder->report->result.schedule;
  uint32_t labels = 0;
  for (size_t i = 0; i < schedule->contexts.n; i++)
    if (schedule->contexts.at[i].thread == thread)
      labels = schedule->contexts.at[i].labels;
  return labels;
}

/* The latest step of the failing thread that reads what the store writes; NO_STEP = there is none. */
static uint32_t
reader_of(const struct pair_finder *finder, const struct step *store)
{
  const struct prog *prog = finder->report->prog;
  thread_id failing = prog_thread_of(prog, finder->run->at);
  uint64_t end = store->addr + prog->events.at[store->event].bytes;
  for (uint32_t i = (uint32_t)finder->run->steps.n; i-- > 0;) {
    const struct step *step = &finder->run->steps.at[i];
    const struct event *event = &prog->events.at[step->event];
    if (event->kind == EVENT_LOAD && finder->matters.at[i] && thread_of(finder, i) == failing &&
        step->addr < end && store->addr < step->addr + event->bytes)
      return i;
  }
  return NO_STEP;
}

/* Has the thread already stored what the step reads? Then it is another store that the bug is about. */
static bool
has_stored(const struct pair_finder *finder, thread_id thread, uint32_t reader)
{
  const struct step *read = &finder->run->steps.at[reader];
  const struct event *events = finder->report->prog->events.at;
  for (uint32_t i = 0; i < reader; i++) {
    const struct step *step = &finder->run->steps.at[i];
    if (events[step->event].kind == EVENT_STORE && thread_of(finder, i) == thread &&
        step->addr < read->addr + events[read->event].bytes &&
        read->addr < step->addr + events[step->event].bytes)
      return true;
  }
  return false;
}

/* With the labels of a thread behind its last ones, before those of the failing thread's last
 * context. */
static struct schedule
prolonged(const struct pair_finder *finder, thread_id thread, uint32_t labels)
{
  const struct schedule *old = &finder->report->result.schedule;
  struct schedule schedule = {0};
  size_t last = old->contexts.n - 1; /* that of the thread, or before the last context */
  for (size_t i = 0; i < old->contexts.n; i++)
    if (old->contexts.at[i].thread == thread)
      last = i;
  for (size_t i = 0; i < old->contexts.n; i++) {
    if (i == last)
      add_context(&schedule, thread, labels);
    if (i != last || old->contexts.at[i].thread != thread)
      add_context(&schedule, old->contexts.at[i].thread, old->contexts.at[i].labels);
  }
  for (size_t i = 0; i < old->inputs.n; i++)
    vec_push(&schedule.inputs, old->inputs.at[i]);
  return schedule;
}

/* What the thread stores behind its first `from` labels, and the failing one reads. */
static void
add_late(struct pair_finder *finder, const struct run *run, thread_id thread, uint32_t from,
         uint32_t to)
{
  const struct prog *prog = finder->report->prog;
  for (size_t i = run->steps.n; i-- > 0;) {
    const struct step *step = &run->steps.at[i];
    uint32_t label = finder->report->labels.of_event.at[step->event];
    if (prog_thread_of(prog, step->event) != thread || label < from || label >= to ||
        prog->events.at[step->event].kind != EVENT_STORE || prog_is_shadow(prog, step->event))
      continue;
    uint32_t reader = reader_of(finder, step);
    if (reader == NO_STEP || has_stored(finder, thread, reader))
      continue;
    vec_push(&finder->report->cause.pairs, ((struct cause_pair){reader, NO_STEP, step->event}));
    return;
  }
}

static void
find_late(struct pair_finder *finder, thread_id thread)
{
  uint32_t from = labels_passed(finder, thread);
  uint32_t end = labels_count(&finder->report->labels, thread);
  bool well = false;
  for (uint32_t to = from + 1; to <= end && !well && finder->tries; to++) {
    struct run run;
    struct schedule schedule = prolonged(finder, thread, to);
    finder->tries--;
    interp_run_on(&run, finder->report->prog, &finder->report->labels, &schedule, finder->passed);
    well = ends_well(finder, &run);
    if (well)
      add_late(finder, &run, thread, from, to);
    run_free(&run);
    schedule_free(&schedule);
  }
}

/* Those nearest to the bug first, as long as there are tries. */
static void
keep_needed(struct pair_finder *finder)
{
  size_t n = finder->all.n, kept = n;
  for (size_t i = n; i-- > 0;) {
    if (finder->tries < 2)
      break;
    finder->tries -= 2;
    if (is_needed(finder, finder->all.at[i]))
      finder->all.at[--kept] = finder->all.at[i];
  }
  for (size_t i = kept; i < n; i++)
    finder->all.at[i - kept] = finder->all.at[i];
  finder->all.n = n - kept;
}

static unsigned
tries_for(const struct prog *prog)
{
  uint64_t affordable = COST_MOST / (prog->values.n + prog->events.n + 1);
  return affordable < TRIES ? (unsigned)affordable : TRIES;
}

void
check_find_cause(struct report *report)
{
  struct trace_input trace = report_trace(report);
  struct pair_finder finder = {
    .report = report, .run = &report->result.run, .tries = tries_for(report->prog)};
  bool ordered = finder.run->end == RUN_VIOLATION || finder.run->end == RUN_DEADLOCK;
  if (!ordered || report_is_late(report))
    return;
  finder.passed = mem_alloc(report->prog->threads.n * sizeof *finder.passed);
  trace_find_steps(&finder.matters, &trace);
  find_conflicts(&finder);
  keep_needed(&finder);
  keep_strongest(&finder, &report->cause);
  for (thread_id t = 1; finder.run->end == RUN_VIOLATION && t < report->prog->threads.n; t++)
    if (t != prog_thread_of(report->prog, finder.run->at) && labels_passed(&finder, t))
      find_late(&finder, t);
  finder.passed = vec_drop(finder.passed);
  vec_free(&finder.accesses);
  map_free(&finder.index);
  map_free(&finder.known);
  vec_free(&finder.all);
  vec_free(&finder.matters);
}
