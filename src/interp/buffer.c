/* Store buffers, as machines with weak memory have them.
 *
 * A buffer holds the stores of its thread that others do not see yet, in the order of the program.
 * One of them may leave, that is, be written to memory, if none before it has to leave first: none
 * that overlaps it, and none from which it is divided by a border. A border is a store itself
 * (total store order), or an entry of its own (a fence), which vanishes as soon as there is nothing
 * before it; so the first entry is always a store, and may always leave.
 *
 * What may leave and does not have to wait leaves at once. Which stores wait is up to the caller. A
 * search keeps every store that others could look at, and lets it leave in a step of its own. Along
 * a schedule those wait that it says are late, for the context it says. Stores of closed labels do
 * not wait of their own accord.
 *
 * No event happens twice in a run, so a buffer is known by the set of its events, with their
 * addresses and values: that is what counts in the fingerprint. */
#include <assert.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"
#include "interp/machine.h"
#include "memmodel/memmodel.h"

/* ---- rules ----------------------------------------------------------------- */

static struct event_rule
rule_of(const struct machine *machine, const struct memmodel *model, event_id id)
{
  const struct prog *prog = machine->prog;
  const struct event *event = &prog->events.at[id];
  const struct labels *labels = machine->labels;
  return (struct event_rule){.late = model->is_late(prog, event),
                             .barrier = model->is_barrier(prog, event),
                             .border = model->is_border(prog, event),
                             .visible = !labels->visible.n || labels->visible.at[id]};
}

void
machine_find_rules(struct machine *machine)
{
  const struct prog *prog = machine->prog;
  const struct memmodel *model = memmodel_of(prog);
  if (!model->stores_late)
    return;
  machine->rules = mem_alloc(prog->events.n * sizeof *machine->rules);
  machine->buffers = mem_alloc(prog->threads.n * sizeof *machine->buffers);
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++) {
      machine->rules[e] = rule_of(machine, model, e);
      machine->rules[e].thread = t;
    }
}

void
machine_free_buffers(struct machine *machine)
{
  for (size_t t = 0; machine->buffers && t < machine->prog->threads.n; t++)
    vec_free(&machine->buffers[t]);
  vec_drop(machine->buffers);
  vec_drop(machine->rules);
  vec_drop(machine->until);
  vec_free(&machine->gone);
}

/* ---- entries --------------------------------------------------------------- */

static bool
is_store(const struct entry *entry)
{
  return entry->bytes > 0;
}

static bool
overlap(const struct entry *a, size_t byte, uint32_t bytes)
{
  return a->byte < byte + bytes && byte < a->byte + a->bytes;
}

uint64_t
machine_entry_content(const struct entry *entry)
{
  return hash_mix(entry->byte, entry->bits);
}

static void
push(struct machine *machine, thread_id thread, struct entry entry)
{
  const struct event_rule *rule = &machine->rules[entry.event];
  INVARIANT(rule->thread == thread && (is_store(&entry) ? rule->late : entry.border));
  INVARIANT(!machine->buffers[thread].n || vec_last(&machine->buffers[thread]).event < entry.event);
  vec_push(&machine->buffers[thread], entry);
  vec_push(&machine->trail, ((struct change){CHANGE_ISSUED, entry.event, thread}));
  machine_print_add(machine, COMPONENT_ENTRY, entry.event, machine_entry_content(&entry));
  machine->buffered++;
}

static void
take_out(struct machine *machine, thread_id thread, size_t index)
{
  struct buffer *buffer = &machine->buffers[thread];
  INVARIANT(index < buffer->n && buffer->n <= machine->buffered);
  struct entry *entry = &buffer->at[index];
  vec_push(&machine->gone, *entry);
  vec_push(&machine->trail, ((struct change){CHANGE_LEFT, (uint32_t)index, thread}));
  machine_print_remove(machine, COMPONENT_ENTRY, entry->event, machine_entry_content(entry));
  memmove(entry, entry + 1, (--buffer->n - index) * sizeof *entry);
  machine->buffered--;
}

void
machine_take_back_issued(struct machine *machine, thread_id thread)
{
  INVARIANT(machine->buffers[thread].n > 0 && machine->buffered > 0);
  machine->buffers[thread].n--;
  machine->buffered--;
}

void
machine_take_back_left(struct machine *machine, thread_id thread, size_t index)
{
  struct buffer *buffer = &machine->buffers[thread];
  INVARIANT(index <= buffer->n && buffer->n < buffer->cap && machine->gone.n > 0);
  struct entry *entry = &buffer->at[index]; /* there was room for it */
  memmove(entry + 1, entry, (buffer->n++ - index) * sizeof *entry);
  *entry = machine->gone.at[--machine->gone.n];
  machine->buffered++;
}

/* ---- leaving --------------------------------------------------------------- */

/* The first store that has to leave before `entry`, which stands at `index` or is about to; `index`
 * if there is none. */
static size_t
find_obstacle(const struct buffer *buffer, const struct entry *entry, size_t index)
{
  if (MUTANT(RUN_QUEUE_OVERTAKEN))
    return index;
  if (index && entry->border)
    return 0;
  for (size_t i = 1; i < index; i++)
    if (buffer->at[i].border)
      return 0;
  for (size_t i = 0; i < index; i++)
    if (overlap(&buffer->at[i], entry->byte, entry->bytes))
      return i;
  return index;
}

/* Does the schedule want it seen only later? */
static bool
is_held(const struct machine *machine, event_id event)
{
  return machine->until && machine->until[event] > machine->context;
}

/* Does it stay in the buffer although it might leave? */
static bool
waits(const struct machine *machine, const struct entry *entry)
{
  return entry->stays || is_held(machine, entry->event);
}

static void
leave(struct machine *machine, thread_id thread, size_t index)
{
  struct buffer *buffer = &machine->buffers[thread];
  struct entry entry = buffer->at[index];
  INVARIANT(machine_may_leave(machine, thread, index));
  take_out(machine, thread, index);
  machine_write(machine, entry.byte, entry.bytes, entry.bits);
  machine_record(machine, STEP_SEEN, entry.event, entry.addr, entry.bits);
  while (buffer->n && !is_store(&buffer->at[0]))
    take_out(machine, thread, 0);
  assert(!buffer->n || machine_may_leave(machine, thread, 0));
}

size_t
machine_obstacle(const struct machine *machine, thread_id thread, size_t index)
{
  const struct buffer *buffer = &machine->buffers[thread];
  return find_obstacle(buffer, &buffer->at[index], index);
}

bool
machine_may_leave(const struct machine *machine, thread_id thread, size_t index)
{
  return is_store(&machine->buffers[thread].at[index]) &&
         machine_obstacle(machine, thread, index) == index;
}

void
machine_settle_buffer(struct machine *machine, thread_id thread)
{
  const struct buffer *buffer = &machine->buffers[thread];
  for (size_t i = 0; i < buffer->n;)
    if (machine_may_leave(machine, thread, i) && !waits(machine, &buffer->at[i])) {
      leave(machine, thread, i);
      i = 0;
    } else {
      i++;
    }
}

void
machine_leave(struct machine *machine, thread_id thread, size_t index)
{
  leave(machine, thread, index);
  machine_settle_buffer(machine, thread);
}

/* Lets it leave, and before it what has to; false if one of these must not. */
static bool
push_out(struct machine *machine, thread_id thread, size_t index)
{
  const struct buffer *buffer = &machine->buffers[thread];
  for (size_t i; (i = find_obstacle(buffer, &buffer->at[index], index)) < index;) {
    size_t before = buffer->n;
    if (!push_out(machine, thread, i))
      return false;
    INVARIANT(before > buffer->n && before - buffer->n <= index);
    index -= before - buffer->n;
  }
  if (is_held(machine, buffer->at[index].event))
    return false;
  leave(machine, thread, index);
  return true;
}

static bool
drain(struct machine *machine, thread_id thread)
{
  while (machine->buffers[thread].n)
    if (!push_out(machine, thread, 0))
      return false;
  return true;
}

/* ---- events ---------------------------------------------------------------- */

bool
machine_meet_buffer(struct machine *machine, event_id id)
{
  const struct event_rule *rule = &machine->rules[id];
  const struct buffer *buffer = &machine->buffers[rule->thread];
  INVARIANT(!(rule->barrier && rule->late));
  if (rule->barrier && !MUTANT(RUN_BARRIER_PASSED))
    return drain(machine, rule->thread);
  if (rule->border && !rule->late && buffer->n && is_store(&vec_last(buffer)))
    push(machine, rule->thread, (struct entry){.event = id, .border = true});
  return true;
}

/* A store that is not late is no member of the buffer, but must not be undone by one that is. */
static bool
write_through(struct machine *machine, const struct entry *entry)
{
  thread_id thread = machine->rules[entry->event].thread;
  const struct buffer *buffer = &machine->buffers[thread];
  for (size_t i = 0; i < buffer->n;)
    if (!overlap(&buffer->at[i], entry->byte, entry->bytes))
      i++;
    else if (push_out(machine, thread, i))
      i = 0;
    else
      return false;
  machine_settle_buffer(machine, thread);
  machine_write(machine, entry->byte, entry->bytes, entry->bits);
  machine_record(machine, STEP_WHOLE, entry->event, entry->addr, entry->bits);
  return true;
}

bool
machine_issue(struct machine *machine, struct entry entry)
{
  const struct event_rule *rule = &machine->rules[entry.event];
  thread_id thread = rule->thread;
  const struct buffer *buffer = &machine->buffers[thread];
  size_t index = buffer->n;
  if (!rule->late)
    return write_through(machine, &entry);
  bool closed = part_is_closed(machine->part, machine->labels, thread, machine->position[thread]);
  entry.border = rule->border;
  entry.stays = machine->keeps && rule->visible && !closed;
  if (!waits(machine, &entry) && find_obstacle(buffer, &entry, index) == index)
    return write_through(machine, &entry);
  push(machine, thread, entry);
  machine_record(machine, STEP_BUFFERED, entry.event, entry.addr, entry.bits);
  return true;
}

bool
machine_forward(const struct machine *machine, thread_id thread, size_t at, uint64_t *byte)
{
  const struct buffer *buffer = &machine->buffers[thread];
  for (size_t i = buffer->n; i-- > 0;)
    if (overlap(&buffer->at[i], at, 1) && !MUTANT(RUN_OWN_STORE_UNSEEN)) {
      *byte = buffer->at[i].bits >> (8 * (at - buffer->at[i].byte)) & 255;
      return true;
    }
  return false;
}
