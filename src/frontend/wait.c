/* Loops that wait.
 *
 * An iteration that changes nothing if it goes round again - no store, nothing but assertions that
 * hold, private memory as before or rewritten at the start of each iteration - is a wait: all but
 * the last iteration might as well not have happened. So one iteration stands for any number of
 * them, and ends with a BLOCK on "does not go round".
 *
 * Whoever stands at that BLOCK when nobody can go on is deadlocked, if it is certain that he would
 * see memory as it is now. Otherwise an ASSUME stands there. */
#include "base/mutant.h"
#include "frontend/unfold.h"

#define NO_EVENT UINT32_MAX

/* ---- is it a wait? ---- */

/* Events that happen only if the loop is left do no harm. Nor do assertions: whoever fails one
 * does not go round again, so that was his last iteration. */
static bool
events_allow_wait(struct unfold *u, const struct iteration *iteration, value_id again)
{
  for (size_t i = iteration->first_event; i < u->prog->events.n; i++) {
    const struct event event = u->prog->events.at[i];
    if (event.kind == EVENT_LOAD || event.kind == EVENT_FENCE || event_is_silent(event.kind) ||
        (event.kind == EVENT_STORE && MUTANT(WAIT_STORES)))
      continue;
    if (event.kind != EVENT_ASSERT && value_and(u->prog, again, event.guard) != VALUE_FALSE)
      return false;
  }
  return true;
}

/* Is this written byte overwritten at the start of every iteration before anybody reads it? */
static bool
is_rewritten(struct unfold *u, const struct iteration *iteration, const struct log_entry *write)
{
  for (size_t i = iteration->first_log; i < u->log.n; i++) {
    const struct log_entry *entry = &u->log.at[i];
    if (entry->object != write->object || entry->offset >= write->offset + write->bytes ||
        write->offset >= entry->offset + entry->bytes)
      continue;
    return entry->write && entry->offset <= write->offset &&
           entry->offset + entry->bytes >= write->offset + write->bytes &&
           facts_truth(u, iteration->guard, entry->guard) > 0;
  }
  return false;
}

/* Going round again, does it hold what it held before the iteration? */
static bool
is_restored(struct unfold *u, const struct log_entry *write, value_id again)
{
  unsigned logging = u->logging;
  value_id guard = u->guard;
  u->logging = 0;
  u->guard = again;
  value_id now = memory_read(u, (struct target){write->object, write->offset}, write->bytes);
  u->guard = guard;
  u->logging = logging;
  return now == facts_simplify(u, again, write->old);
}

/* A stack slot or heap block of this iteration alone: the next one makes its own. */
static bool
is_born_in(const struct unfold *u, const struct iteration *iteration, object_id object)
{
  enum object_kind kind = u->prog->objects.at[object].kind;
  return (kind == OBJECT_STACK || kind == OBJECT_HEAP) &&
         u->known.at[object].birth >= iteration->birth;
}

static bool
memory_allows_wait(struct unfold *u, const struct iteration *iteration, value_id again)
{
  for (size_t i = iteration->first_log; i < u->log.n; i++) {
    const struct log_entry write = u->log.at[i];
    if (!write.write || is_born_in(u, iteration, write.object) || MUTANT(WAIT_CHANGES_MEMORY))
      continue;
    if (!is_rewritten(u, iteration, &write) && !is_restored(u, &write, again))
      return false;
  }
  return true;
}

/* Values carried round in phis must not change. */
static bool
phis_allow_wait(struct unfold *u, const edge_list *edges)
{
  for (size_t i = 0; i < edges->n; i++)
    for (size_t k = 0; k < edges->at[i].sets.n; k++)
      if (u->frame->slots[edges->at[i].sets.at[k].slot] != edges->at[i].sets.at[k].value)
        return false;
  return true;
}

bool
wait_is(struct unfold *u, const struct iteration *iteration, const edge_list *back, value_id again)
{
  return facts_truth(u, iteration->guard, again) == 0 && phis_allow_wait(u, back) &&
         events_allow_wait(u, iteration, again) && memory_allows_wait(u, iteration, again);
}

/* ---- is it a deadlock? ---- */

/* Does an input of this iteration have a part in a value? Older values have none of it. One bit may
 * be in it without a part, as the spurious failure that flow.c has taken out of going round
 * again. */
static bool
has_new_input(struct unfold *u, const struct iteration *iteration, value_id whole, value_id value,
              struct map *seen)
{
  const struct value node = u->prog->values.at[value];
  if (value < iteration->first_value || map_find(seen, value))
    return false;
  *map_at(seen, value) = 1;
  if (node.op == OP_INPUT)
    return node.imm >= iteration->first_input &&
           (node.width > 1 || facts_simplify(u, value, whole) !=
                                facts_simplify(u, value_not(u->prog, value), whole));
  for (int i = 0; i < 3; i++) /* unused arguments are a constant */
    if (has_new_input(u, iteration, whole, node.arg[i], seen))
      return true;
  return false;
}

static bool
input_decides(struct unfold *u, const struct iteration *iteration, value_id whole)
{
  struct map seen = {0};
  bool decides = has_new_input(u, iteration, whole, whole, &seen);
  map_free(&seen);
  return decides;
}

/* The section that the thread looks at memory in, or the one load; NO_EVENT if it does not look,
 * or more than once. */
static event_id
only_look(const struct unfold *u, const struct iteration *iteration)
{
  event_id first = NO_EVENT;
  for (size_t i = iteration->first_event; i < u->prog->events.n; i++) {
    const struct event *event = &u->prog->events.at[i];
    if (event->kind != EVENT_LOAD)
      continue;
    if (first == NO_EVENT)
      first = (event_id)i;
    else if ((!event->section || event->section != u->prog->events.at[first].section) &&
             !MUTANT(WAIT_LOOKS_ONCE))
      return NO_EVENT;
  }
  return first;
}

/* Can the events from here on become part of the section that begins here? */
static bool
can_be_section(const struct unfold *u, event_id first)
{
  uint32_t section = u->prog->events.at[first].section;
  for (size_t i = first + 1; i < u->prog->events.n; i++) {
    const struct event *event = &u->prog->events.at[i];
    if (section && event->section == section)
      continue;
    if (event->section || (!event_is_silent(event->kind) && event->kind != EVENT_ASSERT &&
                           event->kind != EVENT_ASSUME && event->kind != EVENT_FENCE))
      return false;
  }
  return true;
}

/* Has an input of this iteration a part in where it looks, or in going round again? Then nobody
 * need do so for ever. */
static bool
is_chosen(struct unfold *u, const struct iteration *iteration, value_id again)
{
  for (size_t i = iteration->first_event; i < u->prog->events.n; i++) {
    const struct event event = u->prog->events.at[i];
    if (event.kind == EVENT_LOAD && (input_decides(u, iteration, event.guard) ||
                                     input_decides(u, iteration, event.addr)))
      return true;
  }
  return input_decides(u, iteration, again);
}

static bool
looks_at_memory(const struct unfold *u, const struct iteration *iteration)
{
  for (size_t i = iteration->first_event; i < u->prog->events.n; i++)
    if (u->prog->events.at[i].kind == EVENT_LOAD)
      return true;
  return false;
}

/* Is a thread that goes round in this wait deadlocked if nobody changes memory? Not if an input
 * decides. And if it looks at memory more than once in an iteration, it may stand in the middle of
 * one that began before memory was as it is: then we cannot tell. */
static bool
waits_for_ever(struct unfold *u, const struct iteration *iteration, value_id again)
{
  if (is_chosen(u, iteration, again))
    return false;
  event_id look = only_look(u, iteration);
  if (look == NO_EVENT ? !looks_at_memory(u, iteration) : can_be_section(u, look))
    return true;
  if (look == NO_EVENT && u->options->property & PROPERTY_DEADLOCK)
    unfold_assumed(u, "a loop that waits in several steps is left at last");
  return false;
}

/* To look and to wait, as the event just made does, are one section: whoever waits looks again. */
static void
make_section(struct unfold *u, const struct iteration *iteration)
{
  event_id look = only_look(u, iteration);
  if (vec_last(&u->prog->events).section)
    return;
  uint32_t section = look == NO_EVENT ? 0 : u->prog->events.at[look].section;
  if (!section)
    section = ++u->prog->sections;
  for (size_t i = look == NO_EVENT ? u->prog->events.n - 1 : look; i < u->prog->events.n; i++)
    u->prog->events.at[i].section = section;
}

void
wait_here(struct unfold *u, const struct iteration *iteration, value_id again)
{
  bool for_ever = waits_for_ever(u, iteration, again);
  struct event *event = event_new(u, for_ever ? EVENT_BLOCK : EVENT_ASSUME);
  event->guard = again;
  event->value = VALUE_FALSE;
  if (for_ever)
    make_section(u, iteration);
}
