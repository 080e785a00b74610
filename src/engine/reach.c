/* The question is put as a search for bugs, in a copy of the program in which to pass a test whose
 * line nobody has passed yet is the only mistake. What has been found is none any more. (A label
 * is passed as a whole or not at all, and a test may lie in one that nobody passes: before the
 * return of main, say. A mistake counts there, other steps do not.) */
#include "engine/reach.h"

#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"

enum { RUNS = 8, QUESTIONS_MOST = 20, CONFLICTS = 2000, EVENTS_MOST = 20000, BYTES = 3000000 };

struct inquiry_of_tests {
  struct reach *reach;
  struct prog *copy;
  struct labels labels;
  const struct engine_options *options;
  uint32_t left; /* tests that nobody has passed */
};

static bool
same_line(const struct prog *prog, place_id a, place_id b)
{
  const struct place *x = &prog->places.at[a], *y = &prog->places.at[b];
  return a == b || (x->line == y->line && x->file && y->file && !strcmp(x->file, y->file));
}

static void
begin(struct inquiry_of_tests *q, const struct prog *prog)
{
  q->copy = prog_copy(prog);
  q->copy->asks = 0;
  vec_resize(&q->reach->reached, prog->events.n);
  for (event_id e = 0; e < prog->events.n; e++) {
    struct event *event = &q->copy->events.at[e];
    if (event->kind == EVENT_ASSERT)
      event->kind = EVENT_ASSUME;
    if (event->kind != EVENT_MARK)
      continue;
    event->kind = EVENT_ASSERT;
    event->value = event->addr = VALUE_FALSE;
    event->fault = FAULT_ASSERTION;
    event->text = "";
    q->left++;
  }
  INVARIANT(q->copy->events.n == q->reach->reached.n);
  labels_find(&q->labels, q->copy);
}

/* Somebody has passed it; then the other tests of its line are of no interest either. */
static void
note(struct inquiry_of_tests *q, const struct prog *prog, event_id test)
{
  for (event_id e = 0; e < prog->events.n; e++) {
    bool is = prog->events.at[e].kind == EVENT_MARK && !q->reach->reached.at[e];
    if (!is || !same_line(prog, prog->events.at[e].place, prog->events.at[test].place))
      continue;
    q->reach->reached.at[e] = true;
    INVARIANT(q->left > 0);
    q->copy->events.at[e].kind = EVENT_MARK;
    q->left--;
  }
}

/* Of runs at random, if every schedule counts. */
enum { ROUNDS_OF_ALL = 64 };

static unsigned
rounds_of_runs(unsigned rounds)
{
  return rounds ? rounds : ROUNDS_OF_ALL;
}

/* True if a run at random passes one that is new. */
static bool
try_run(struct inquiry_of_tests *q, const struct prog *prog, uint64_t seed)
{
  struct schedule schedule = {0};
  struct run run = {0};
  interp_random_rounds(&schedule, q->copy, &q->labels, rounds_of_runs(q->options->rounds), seed);
  interp_run(&run, q->copy, &q->labels, &schedule);
  bool found = run.end == RUN_VIOLATION;
  INVARIANT(!found || prog->events.at[run.at].kind == EVENT_MARK);
  if (found)
    note(q, prog, run.at);
  run_free(&run);
  schedule_free(&schedule);
  return found;
}

static enum verdict
ask(struct inquiry_of_tests *q, const struct prog *prog)
{
  struct engine_result result = {.cut = UINT32_MAX};
  struct engine_options options = {.kind = q->options->rounds ? ENGINE_SAT : ENGINE_EXPLICIT,
                                   .rounds = q->options->rounds,
                                   .bytes = q->options->rounds ? 0 : BYTES,
                                   .seed = q->options->seed,
                                   .only_bugs = true,
                                   .conflicts = CONFLICTS,
                                   .seconds = q->options->seconds,
                                   .stop = q->options->stop,
                                   .argument = q->options->argument};
  engine_check(&result, q->copy, &q->labels, &options);
  enum verdict verdict = result.verdict;
  if (verdict == VERDICT_BUG)
    note(q, prog, result.run.at);
  engine_result_free(&result);
  return verdict;
}

void
engine_reach(struct reach *reach, const struct prog *prog, const struct engine_options *options)
{
  struct inquiry_of_tests q = {.reach = reach, .options = options};
  begin(&q, prog);
  uint64_t seed = options->seed;
  for (unsigned failed = 0; q.left && failed < RUNS;)
    failed = try_run(&q, prog, seed++) ? 0 : failed + 1;
  enum verdict verdict = VERDICT_BUG;
  for (unsigned i = 0; i < QUESTIONS_MOST && q.left && verdict == VERDICT_BUG; i++)
    verdict = MUTANT(REACH_BELIEVED)         ? VERDICT_SAFE
              : prog->events.n > EVENTS_MOST ? VERDICT_UNKNOWN
                                             : ask(&q, prog);
  reach->decided = !q.left || verdict == VERDICT_SAFE || verdict == VERDICT_BOUNDED;
  labels_free(&q.labels);
  prog_free(q.copy);
}

void
reach_free(struct reach *reach)
{
  vec_free(&reach->reached);
}

/* ---- where a thread stands ---- */

/* Where the thread stops if it goes on after the first n contexts. */
static enum run_end
try_on(const struct prog *prog, const struct labels *labels, const struct schedule *schedule,
       size_t n, thread_id thread, event_id *at)
{
  struct schedule longer = {0};
  struct run run = {0};
  for (size_t i = 0; i < schedule->inputs.n; i++)
    vec_push(&longer.inputs, schedule->inputs.at[i]);
  for (size_t i = 0; i < n; i++)
    vec_push(&longer.contexts, schedule->contexts.at[i]);
  vec_push(&longer.contexts, ((struct context){thread, labels_count(labels, thread)}));
  interp_run(&run, prog, labels, &longer);
  enum run_end end = run.end;
  *at = run.at;
  run_free(&run);
  schedule_free(&longer);
  return end;
}

/* If the others have let it go further than it came in its own last turn, it lacks another one. */
static event_id
stands(const struct prog *prog, const struct labels *labels, const struct schedule *schedule,
       thread_id thread, unsigned depth)
{
  uint32_t passed = 0;
  size_t turn = 0;
  event_id then, at;
  for (size_t i = 0; i < schedule->contexts.n; i++)
    if (schedule->contexts.at[i].thread == thread) {
      passed = schedule->contexts.at[i].labels;
      turn = i + 1;
    }
  if (passed == labels_count(labels, thread) || !depth)
    return STANDS_NOWHERE;
  enum run_end before = try_on(prog, labels, schedule, turn, thread, &then);
  enum run_end end = try_on(prog, labels, schedule, schedule->contexts.n, thread, &at);
  if (end != before || (end == RUN_STUCK && at != then))
    return STANDS_AT_LAST_ROUND;
  thread_id other = thread;
  if (end == RUN_INVALID) /* nobody has made it */
    other = prog->threads.at[thread].parent;
  else if (end == RUN_STUCK && prog->events.at[at].kind == EVENT_JOIN)
    other = prog->events.at[at].child;
  event_id why =
    other == thread ? STANDS_NOWHERE : stands(prog, labels, schedule, other, depth - 1);
  return why == STANDS_NOWHERE && end == RUN_STUCK ? at : why;
}

event_id
engine_stands(const struct prog *prog, const struct labels *labels, unsigned rounds,
              thread_id thread)
{
  struct schedule schedule = {0};
  interp_random_rounds(&schedule, prog, labels, rounds_of_runs(rounds), 1);
  event_id at = stands(prog, labels, &schedule, thread, (unsigned)prog->threads.n);
  schedule_free(&schedule);
  return at;
}
