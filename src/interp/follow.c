/* From a route to a schedule.
 *
 * The prog has the points of the program as events (POINT). A thread comes along the same points in
 * the prog as on the route, but for turns of loops that changed nothing: those are waits in the prog,
 * and happen once. So the thread's points in the prog are looked for among those on the route, in order,
 * and it passes labels until it has begun the point at which it pauses on the route. What others cannot
 * notice may happen a little earlier or later than there, since a label is passed as a whole.
 *
 * Nothing depends on whether that succeeds: what comes out is a schedule like any other, which is
 * confirmed by executing it. */
#include "base/invariant.h"
#include "interp/interp.h"
#include "interp/machine.h"

struct follower {
  struct machine machine;
  const struct route *route;
  VEC(uint32_t) * points;  /* of each thread: its points on the route, by index */
  uint32_t *next;          /* likewise: where to go on looking */
  event_id *past_of_input; /* the PAST that says what an input was; NO_EVENT = none */
  VEC(uint32_t) begun;     /* points of the attempt under way */
  struct schedule *schedule;
  event_id at;
};

#define NO_EVENT UINT32_MAX

static thread_id
thread_of(const struct prog *prog, event_id event)
{
  thread_id thread = 0;
  while (event >= prog->threads.at[thread].end)
    thread++;
  return thread;
}

static void
notice(void *argument, const struct step *step)
{
  struct follower *follower = argument;
  const struct event *event = &follower->machine.prog->events.at[step->event];
  if (event->kind == EVENT_POINT)
    vec_push(&follower->begun, event->point);
}

/* Where this point of the thread is on the route, from an index on; UINT32_MAX if nowhere. */
static uint32_t
find_point(const struct follower *follower, thread_id thread, uint32_t from, uint32_t point)
{
  for (uint32_t i = from; i < follower->points[thread].n; i++)
    if (follower->route->points.at[follower->points[thread].at[i]].point == point)
      return i;
  return UINT32_MAX;
}

/* ---- inputs ---- */

/* The input that a value is, if it is one, perhaps made wider. */
static uint32_t
input_of(const struct prog *prog, value_id value)
{
  const struct value *node = &prog->values.at[value];
  while (node->op == OP_ZEXT || node->op == OP_SEXT || node->op == OP_EXTRACT)
    node = &prog->values.at[node->arg[0]];
  return node->op == OP_INPUT ? (uint32_t)node->imm : UINT32_MAX;
}

static void
find_pasts(struct follower *follower)
{
  const struct prog *prog = follower->machine.prog;
  follower->past_of_input = mem_alloc((prog->inputs.n + 1) * sizeof *follower->past_of_input);
  for (size_t i = 0; i < prog->inputs.n; i++)
    follower->past_of_input[i] = NO_EVENT;
  for (event_id e = 0; e < prog->events.n; e++) {
    const struct event *event = &prog->events.at[e];
    uint32_t input =
      event->kind == EVENT_PAST && event->bytes ? input_of(prog, event->value) : UINT32_MAX;
    if (input != UINT32_MAX && follower->past_of_input[input] == NO_EVENT)
      follower->past_of_input[input] = e;
  }
}

/* What it was on the route, or 0. */
static void
choose(struct follower *follower)
{
  const struct prog *prog = follower->machine.prog;
  uint32_t input = follower->machine.demanded;
  event_id past = follower->past_of_input[input];
  uint64_t bits = 0;
  if (past != NO_EVENT) {
    thread_id thread = thread_of(prog, past);
    uint32_t from = follower->next[thread], width = prog->inputs.at[input].width;
    for (size_t i = 0; i < follower->begun.n && from != UINT32_MAX; i++) {
      uint32_t found = find_point(follower, thread, from, follower->begun.at[i]);
      from = found == UINT32_MAX ? found
                                 : found + (follower->begun.at[i] != prog->events.at[past].point);
    }
    uint32_t at =
      from == UINT32_MAX ? from : find_point(follower, thread, from, prog->events.at[past].point);
    if (at != UINT32_MAX)
      bits = follower->route->points.at[follower->points[thread].at[at]].value;
    bits &= width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
  }
  machine_choose(&follower->machine, input, bits);
  follower->schedule->inputs.at[input] = bits;
}

/* ---- labels ---- */

static void
note_label(struct follower *follower, thread_id thread, uint32_t labels)
{
  struct schedule *schedule = follower->schedule;
  struct context context = {thread, labels};
  if (schedule->contexts.n && vec_last(&schedule->contexts).thread == thread)
    vec_last(&schedule->contexts) = context;
  else
    vec_push(&schedule->contexts, context);
}

/* False if the thread has come along a point that it never saw on the route. */
static bool
take_points(struct follower *follower, thread_id thread)
{
  for (size_t i = 0; i < follower->begun.n; i++) {
    uint32_t found = find_point(follower, thread, follower->next[thread], follower->begun.at[i]);
    if (found == UINT32_MAX)
      return false;
    follower->next[thread] = found + 1;
  }
  return true;
}

static enum outcome
pass_label(struct follower *follower, thread_id thread)
{
  struct machine *machine = &follower->machine;
  enum outcome outcome;
  do {
    follower->begun.n = 0;
    outcome = machine_pass(machine, thread, &follower->at);
    if (outcome == OUTCOME_DEMANDS)
      choose(follower);
  } while (outcome == OUTCOME_DEMANDS);
  if (outcome == OUTCOME_VIOLATION)
    note_label(follower, thread, machine->position[thread] + 1);
  else if (outcome == OUTCOME_PASSED) {
    note_label(follower, thread, machine->position[thread]);
    if (!take_points(follower, thread))
      outcome = OUTCOME_INVALID;
  }
  return outcome;
}

/* The thread goes on as far as it can, or until it has begun so many points. */
static enum outcome
go_on(struct follower *follower, thread_id thread, uint32_t points)
{
  enum outcome outcome = OUTCOME_PASSED;
  while (outcome == OUTCOME_PASSED && follower->next[thread] < points &&
         machine_can_try(&follower->machine, thread))
    outcome = pass_label(follower, thread);
  return outcome;
}

/* The end of the route: whoever has lagged behind catches up. */
static enum follow_end
end_route(struct follower *follower)
{
  const struct prog *prog = follower->machine.prog;
  enum halt halt;
  for (bool moved = true; moved;) {
    moved = false;
    for (thread_id t = 0; t < prog->threads.n; t++) {
      uint32_t before = follower->machine.position[t];
      enum outcome outcome = go_on(follower, t, (uint32_t)follower->points[t].n);
      if (outcome == OUTCOME_VIOLATION)
        return FOLLOW_BUG;
      if (outcome == OUTCOME_CUT)
        return FOLLOW_CUT;
      moved |= outcome != OUTCOME_INVALID && follower->machine.position[t] > before;
    }
  }
  while ((halt = machine_halt(&follower->machine, NULL)) == HALT_DEMANDS)
    choose(follower);
  return halt == HALT_NONE ? FOLLOW_LOST : FOLLOW_BUG;
}

static enum follow_end
follow(struct follower *follower)
{
  const struct route *route = follower->route;
  for (size_t i = 0; i < route->contexts.n; i++) {
    struct route_context context = route->contexts.at[i];
    if (context.thread >= follower->machine.prog->threads.n)
      return FOLLOW_LOST;
    switch (go_on(follower, context.thread, context.points)) {
    case OUTCOME_VIOLATION:
      return FOLLOW_BUG;
    case OUTCOME_CUT:
      return FOLLOW_CUT;
    case OUTCOME_INVALID:
      return FOLLOW_LOST;
    default:
      break;
    }
  }
  return end_route(follower);
}

enum follow_end
interp_follow(struct schedule *schedule, event_id *at, const struct prog *prog,
              const struct labels *labels, const struct route *route)
{
  struct follower follower = {.route = route, .schedule = schedule};
  size_t threads = prog->threads.n;
  *schedule = (struct schedule){0};
  vec_resize(&schedule->inputs, prog->inputs.n);
  machine_init(&follower.machine, prog, labels);
  follower.machine.notice = notice;
  follower.machine.noticer = &follower;
  follower.points = mem_alloc(threads * sizeof *follower.points);
  follower.next = mem_alloc(threads * sizeof *follower.next);
  for (uint32_t i = 0; i < route->points.n; i++)
    if (route->points.at[i].thread < threads)
      vec_push(&follower.points[route->points.at[i].thread], i);
  find_pasts(&follower);
  machine_start(&follower.machine);
  enum follow_end end = follow(&follower);
  *at = follower.at;
  for (size_t t = 0; t < threads; t++)
    vec_free(&follower.points[t]);
  vec_drop(follower.points);
  vec_drop(follower.next);
  vec_drop(follower.past_of_input);
  vec_free(&follower.begun);
  machine_free(&follower.machine);
  return end;
}
