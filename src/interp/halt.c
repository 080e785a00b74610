/* Deadlocks and races, read off a state: each thread tries its next label, and everything is taken
 * back. (encode/halt.c says what counts as one.) */
#include <stdlib.h>

#include "base/invariant.h"
#include "base/mutant.h"
#include "interp/machine.h"

/* ---- deadlock -------------------------------------------------------------- */

enum stand { ABSENT, ENDED, WAITS, GOES_ON };

static bool
find_owner(struct machine *machine, const struct event *event, struct waiting *waiting)
{
  uint64_t owner = 0;
  waiting->owner = NOBODY;
  if (event->kind == EVENT_JOIN) {
    waiting->owner = event->child;
    return true;
  }
  if (event->addr != VALUE_FALSE && !machine_eval(machine, event->addr, &owner))
    return false;
  if (owner && owner <= machine->prog->threads.n)
    waiting->owner = (thread_id)(owner - 1);
  return true;
}

/* The address of a load or store that has just happened. */
static uint64_t
address_of(struct machine *machine, event_id id)
{
  const struct event *event = &machine->prog->events.at[id];
  uint64_t guard = 0, addr = 0;
  machine_eval(machine, event->guard, &guard);
  if (guard && (event->kind == EVENT_LOAD || event->kind == EVENT_STORE))
    machine_eval(machine, event->addr, &addr);
  return addr;
}

/* Tries to pass the label; nothing is taken back. */
static enum outcome
try_label(struct machine *machine, const struct label *label, struct waiting *waiting)
{
  for (event_id event = label->first; event < label->end; event++) {
    enum outcome outcome = machine_happen(machine, event);
    waiting->event = event;
    if (outcome != OUTCOME_PASSED)
      return outcome;
    if (!waiting->addr)
      waiting->addr = address_of(machine, event);
  }
  return OUTCOME_PASSED;
}

/* False if an input is demanded. */
static bool
find_stand(struct machine *machine, thread_id thread, enum stand *stand, struct waiting *waiting)
{
  *waiting = (struct waiting){.thread = thread};
  *stand = machine->created[thread] ? ENDED : ABSENT;
  if (!machine_can_try(machine, thread))
    return true;
  struct mark before = machine_mark(machine);
  const struct label *label = labels_get(machine->labels, thread, machine->position[thread]);
  enum outcome outcome = try_label(machine, label, waiting);
  const struct event *event = &machine->prog->events.at[waiting->event];
  *stand = outcome == OUTCOME_WAITS && event->kind != EVENT_ASSUME ? WAITS : GOES_ON;
  bool known = *stand != WAITS || find_owner(machine, event, waiting);
  machine_undo(machine, before);
  return outcome != OUTCOME_DEMANDS && known;
}

/* Leaves in `in` the threads that wait in a circle. */
static bool
find_circle(const struct machine *machine, const enum stand *stands, const struct waiting *waiting,
            bool *in)
{
  size_t n = machine->prog->threads.n;
  bool some = false;
  for (size_t t = 0; t < n; t++)
    in[t] = stands[t] == WAITS;
  for (bool changed = true; changed;) {
    changed = some = false;
    for (size_t t = 0; t < n; t++) {
      thread_id owner = waiting[t].owner;
      INVARIANT(owner == NOBODY || owner < n);
      bool join = machine->prog->events.at[waiting[t].event].kind == EVENT_JOIN;
      bool stays = in[t] && owner != NOBODY && (in[owner] || (!join && stands[owner] == ENDED));
      changed |= in[t] != stays;
      in[t] = stays;
      some |= stays;
    }
  }
  return some;
}

/* A thread that merely waits for one in the circle is left out of the report. */
static void
tell_circle(const struct machine *machine, const struct waiting *waiting, bool *in)
{
  size_t n = machine->prog->threads.n;
  for (bool changed = true; changed;) {
    size_t left = 0, last = 0;
    changed = false;
    for (size_t t = 0; t < n; t++)
      left += in[t];
    for (size_t t = 0; t < n && !changed; t++) {
      bool wanted = false;
      for (size_t u = 0; u < n; u++)
        wanted |= in[u] && waiting[u].owner == t;
      last = t;
      changed = in[t] && !wanted && left > 1;
    }
    if (changed)
      in[last] = false;
  }
}

static bool
all_wait(const struct machine *machine, const enum stand *stands, bool *in)
{
  bool some = false;
  for (size_t t = 0; t < machine->prog->threads.n; t++) {
    if (stands[t] == GOES_ON)
      return false;
    in[t] = stands[t] == WAITS;
    some |= in[t];
  }
  return some;
}

static enum halt
find_deadlock(struct machine *machine, struct run *run)
{
  size_t n = machine->prog->threads.n;
  enum stand *stands = mem_alloc(n * sizeof *stands);
  struct waiting *waiting = mem_alloc(n * sizeof *waiting);
  bool *in = mem_alloc(n * sizeof *in), known = true, circle = false;
  for (thread_id t = 0; t < n && known; t++)
    known = find_stand(machine, t, &stands[t], &waiting[t]);
  enum halt halt = known ? HALT_NONE : HALT_DEMANDS;
  if (known) {
    circle = find_circle(machine, stands, waiting, in) && !MUTANT(RUN_CIRCLE_FORGOTTEN);
    if (circle || all_wait(machine, stands, in))
      halt = HALT_DEADLOCK;
  }
  if (halt == HALT_DEADLOCK && run) {
    if (circle)
      tell_circle(machine, waiting, in);
    run->circle = circle;
    run->waiting.n = 0;
    for (thread_id t = 0; t < n; t++)
      if (in[t])
        vec_push(&run->waiting, waiting[t]);
    INVARIANT(run->waiting.n > 0);
    run->at = run->waiting.at[0].event;
  }
  free(stands);
  free(waiting);
  free(in);
  return halt;
}

/* ---- race ------------------------------------------------------------------ */

typedef VEC(struct touch) touch_list;

/* One event of the unit; notes it if it is an access. */
static enum outcome
foresee(struct machine *machine, thread_id thread, event_id id, touch_list *touches)
{
  enum outcome outcome = machine_happen(machine, id);
  if (outcome == OUTCOME_PASSED) {
    uint64_t addr = address_of(machine, id);
    if (addr)
      vec_push(touches, ((struct touch){thread, id, addr}));
  }
  return outcome;
}

/* The accesses of the unit that opens the thread's next label; false if an input is demanded. */
static bool
find_touches(struct machine *machine, thread_id thread, touch_list *touches)
{
  const struct prog *prog = machine->prog;
  if (!machine_can_try(machine, thread))
    return true;
  const struct label *label = labels_get(machine->labels, thread, machine->position[thread]);
  if (label->kind != LABEL_STEP)
    return true;
  struct mark before = machine_mark(machine);
  INVARIANT(label->first < label->end);
  uint32_t section = prog->events.at[label->first].section;
  event_id event = label->first;
  enum outcome outcome;
  do
    outcome = foresee(machine, thread, event++, touches);
  while (outcome == OUTCOME_PASSED && section && event < label->end &&
         prog->events.at[event].section == section);
  machine_undo(machine, before);
  return outcome != OUTCOME_DEMANDS;
}

static bool
is_plain(const struct event *event)
{
  return event->order == ORDER_PLAIN;
}

static bool
is_internal(const struct prog *prog, const struct touch *touch)
{
  const struct event *event = &prog->events.at[touch->event];
  for (uint32_t i = 0; i < event->n_targets; i++) {
    struct target target = prog->targets.at[event->first_target + i];
    const struct object *object = &prog->objects.at[target.object];
    if (object->base + target.offset == touch->addr)
      return object->internal;
  }
  return false;
}

static bool
conflict(const struct prog *prog, const struct touch *a, const struct touch *b)
{
  const struct event *x = &prog->events.at[a->event], *y = &prog->events.at[b->event];
  if (MUTANT(RUN_RACE_BY_ADDRESS) && a->addr != b->addr)
    return false;
  return a->thread != b->thread && !x->quiet && !y->quiet && a->addr < b->addr + y->bytes &&
         b->addr < a->addr + x->bytes && (x->kind == EVENT_STORE || y->kind == EVENT_STORE) &&
         (is_plain(x) || is_plain(y)) && !is_internal(prog, a);
}

static enum halt
find_race(struct machine *machine, struct run *run)
{
  touch_list touches = {0};
  bool known = true;
  for (thread_id t = 0; t < machine->prog->threads.n && known; t++)
    known = find_touches(machine, t, &touches);
  enum halt halt = known ? HALT_NONE : HALT_DEMANDS;
  for (size_t i = 0; i < touches.n && halt == HALT_NONE; i++)
    for (size_t k = i + 1; k < touches.n && halt == HALT_NONE; k++) {
      if (!conflict(machine->prog, &touches.at[i], &touches.at[k]))
        continue;
      halt = HALT_RACE;
      if (run) {
        run->race[0] = touches.at[i];
        run->race[1] = touches.at[k];
        run->at = touches.at[i].event;
      }
    }
  vec_free(&touches);
  return halt;
}

enum halt
machine_halt(struct machine *machine, struct run *run)
{
  struct run *recorded = machine->run;
  void (*notice)(void *, const struct step *) = machine->notice;
  enum halt halt = HALT_NONE;
  uint32_t *until = machine->until;
  struct mark before = machine_mark(machine);
  machine->run = NULL; /* an attempt is no step */
  machine->notice = NULL;
  machine->until = NULL; /* and is in no context of the schedule */
  if (machine->prog->asks & PROPERTY_DEADLOCK && !machine->buffered)
    halt = find_deadlock(machine, run);
  if (halt == HALT_NONE && machine->prog->asks & PROPERTY_RACE)
    halt = find_race(machine, run);
  struct mark after = machine_mark(machine);
  INVARIANT(after.changes == before.changes && after.print.a == before.print.a &&
            after.print.b == before.print.b);
  machine->run = recorded;
  machine->notice = notice;
  machine->until = until;
  return halt;
}
