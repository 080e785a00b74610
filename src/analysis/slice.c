/* What matters, backwards from the assertions and the cuts, and from what the program is asked
 * for: if it is deadlocks, from whatever may stop a thread; if it is races, from the accesses that
 * others see.
 *
 * - data and control: the loads that the guard, the address or the value of an event that matters
 *   is computed from (guards are control dependence made explicit);
 * - memory: every store that may write what such a load reads;
 * - synchronisation: what may keep a thread from getting to such an event - every earlier block,
 *   assume, cut and join of its thread, also those that stand behind it in the same label, since a
 *   label is passed as a whole; the creation of its thread; and where a join matters, everything
 *   that may keep the joined thread from its end.
 *
 * - order: under a weak memory model, whatever makes stores that matter leave the buffer, or keeps
 *   them in order. Of such an event only that matters, unless it matters for itself; it becomes a
 *   fence. (A store that does not matter leaves the buffer just before one that does and is not to
 *   overtake it. No other thread notices.)
 *
 * Why the slice decides: what is dropped can neither change a value that matters nor keep a thread
 * from an event that matters. So a run of the whole program, restricted to what is kept, is a run
 * of the slice; and a run of the slice becomes one of the whole program if each thread runs, in
 * the same contexts, to the last kept event it passed there: nothing dropped can stop it on the
 * way. At the end, each runs on to the next kept event. Threads run on to their end only if
 * another thread waits for that.
 *
 * A thread that waits in the slice must wait in the whole program, too: there its group may begin
 * later, behind something visible that was dropped. So a group of the whole program in which a
 * thread may wait is a group of the slice. And if what opens a group is dropped, its beginning would
 * belong to the group before in the slice. So it would if what opens the group is kept, but is no
 * longer visible, since all that others do there is dropped. A thread that has passed that may still
 * be held up in the rest of its group, which the whole program passes as a whole. So such a group is
 * one of the slice, too: each that something visible opens. (Where that is still visible, the slice
 * begins a group there anyway.)
 *
 * A part of the schedules is said in labels of the whole program, so for a part the slice has the
 * labels of the whole program, less those that hold nothing that matters. Of these it keeps, empty
 * and only as long as something that matters comes behind them,
 * - the first STEP of each thread: a thread that has passed nothing but its START in the slice has
 *   passed no STEP of the whole program either, so both have the same contexts;
 * - those at which a round of the part must or must not have ended;
 * - STEPs that are not closed, unless the next label kept is such a STEP as well: then being
 *   interrupted before the one or the other is the same.
 * So the contexts of a run of the whole program, restricted to what is kept, end only where the
 * slice's labels are not closed; and a context of the slice, carried over, runs on to the label
 * before which its thread stands in the slice, which is not closed in the whole program either. On
 * the way lie only labels at which nothing can happen to it. */
#include "analysis/slice.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/access.h"
#include "analysis/waits.h"
#include "base/invariant.h"
#include "base/mutant.h"
#include "memmodel/memmodel.h"

/* A store as one that may write to a place. They lie by place, so that those a load may read are
 * neighbours; once all stores to a place are kept nobody looks at them again. */
struct write {
  struct access access;
  size_t next; /* at the first of a place: the first of the next place */
  bool done;   /* likewise: all of this place are kept */
};

struct slicer {
  const struct prog *prog;
  const struct labels *labels;
  struct values *values_of;
  struct slice *slice;
  VEC(struct write) writes;
  VEC(event_id) work;
  VEC(bool) seen; /* of each value */
  VEC(value_id) values;
  VEC(thread_id) thread_of; /* of each event */
  event_id *blocking;       /* per thread: earlier ones that may block are kept already */
  event_id *ordering;       /* per thread: those from here on that order stores are kept already */
  event_id *create;         /* per thread: its CREATE event, UINT32_MAX = none */
};

static bool
is_dead(const struct slicer *slicer, event_id event)
{
  value_id guard = slicer->prog->events.at[event].guard;
  struct value_set set = values_get(slicer->values_of, guard);
  return guard == VALUE_FALSE || (set.n == 1 && !set.open && !set.at[0]);
}

static void
keep(struct slicer *slicer, event_id event)
{
  if (slicer->slice->kept.at[event] || is_dead(slicer, event))
    return;
  slicer->slice->kept.at[event] = true;
  vec_push(&slicer->work, event);
}

/* The loads that a value is computed from. */
static void
keep_value(struct slicer *slicer, value_id root)
{
  vec_push(&slicer->values, root);
  while (slicer->values.n) {
    value_id id = slicer->values.at[--slicer->values.n];
    const struct value *value = &slicer->prog->values.at[id];
    if (slicer->seen.at[id])
      continue;
    slicer->seen.at[id] = true;
    INVARIANT(value->op != OP_LOADED || slicer->prog->events.at[value->imm].kind == EVENT_LOAD);
    if (value->op == OP_LOADED)
      keep(slicer, (event_id)value->imm);
    else if (value->op > OP_LOADED)
      for (int i = 0; i < 3; i++) /* unused arguments are a constant */
        vec_push(&slicer->values, value->arg[i]);
  }
}

static void
find_writes(struct slicer *slicer)
{
  const struct prog *prog = slicer->prog;
  for (event_id e = 0; e < prog->events.n; e++) {
    const struct event *event = &prog->events.at[e];
    for (uint32_t i = 0; event->kind == EVENT_STORE && i < event->n_targets; i++)
      vec_push(&slicer->writes,
               ((struct write){.access = {.target = prog->targets.at[event->first_target + i],
                                          .bytes = event->bytes,
                                          .event = e,
                                          .thread = slicer->thread_of.at[e]}}));
  }
  size_t n = slicer->writes.n;
  struct write *all = slicer->writes.at;
  if (n)
    qsort(all, n, sizeof *all, access_compare);
  for (size_t i = n; i-- > 0;) {
    bool goes_on = i + 1 < n && access_same_place(&all[i].access, &all[i + 1].access);
    all[i].next = goes_on ? all[i + 1].next : i + 1;
  }
}

/* The first write to the object at this offset or behind. */
static size_t
first_write(const struct slicer *slicer, object_id object, uint64_t offset)
{
  size_t low = 0, high = slicer->writes.n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    struct target at = slicer->writes.at[middle].access.target;
    if (at.object < object || (at.object == object && at.offset < offset))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void
keep_place(struct slicer *slicer, struct write *first)
{
  INVARIANT(first == slicer->writes.at || first[-1].next == (size_t)(first - slicer->writes.at));
  if (first->done)
    return;
  first->done = true;
  for (size_t i = (size_t)(first - slicer->writes.at); i < first->next; i++)
    keep(slicer, slicer->writes.at[i].access.event);
}

static void
keep_stores(struct slicer *slicer, const struct event *load)
{
  enum { MOST_BYTES = 8 }; /* of an access */
  INVARIANT(load->kind == EVENT_LOAD && load->bytes <= MOST_BYTES);
  for (uint32_t i = 0; i < load->n_targets; i++) {
    struct target target = slicer->prog->targets.at[load->first_target + i];
    uint64_t from = target.offset < MOST_BYTES ? 0 : target.offset - MOST_BYTES + 1;
    for (size_t k = first_write(slicer, target.object, from); k < slicer->writes.n;) {
      struct write *write = &slicer->writes.at[k];
      INVARIANT(write->access.bytes <= MOST_BYTES && write->next > k);
      if (write->access.target.object != target.object ||
          write->access.target.offset >= target.offset + load->bytes)
        break;
      if (write->access.target.offset + write->access.bytes > target.offset &&
          !(MUTANT(SLICE_DROPS_STORE) && write->access.target.offset != target.offset))
        keep_place(slicer, write);
      k = write->next;
    }
  }
}

/* Whatever may stop the thread before `end`. */
static void
keep_blocking(struct slicer *slicer, thread_id thread, event_id end)
{
  for (event_id e = slicer->blocking[thread]; e < end; e++) {
    enum event_kind kind = slicer->prog->events.at[e].kind;
    if (kind == EVENT_BLOCK || kind == EVENT_ASSUME || kind == EVENT_CUT ||
        (kind == EVENT_JOIN && !MUTANT(SLICE_DROPS_JOIN)))
      keep(slicer, e);
  }
  if (slicer->blocking[thread] < end)
    slicer->blocking[thread] = end;
  if (thread && slicer->create[thread] != UINT32_MAX)
    keep(slicer, slicer->create[thread]);
}

static bool
orders(const struct slicer *slicer, event_id id)
{
  const struct prog *prog = slicer->prog;
  const struct event *event = &prog->events.at[id];
  const struct memmodel *model = memmodel_of(prog);
  bool border = event->kind == EVENT_FENCE && model->is_border(prog, event);
  return (border || model->is_barrier(prog, event)) && !is_dead(slicer, id);
}

/* Whatever may order a store behind which it comes, or make it leave the buffer. Each thread is
 * created somewhere, so a CREATE stays what it is. */
static void
keep_ordering(struct slicer *slicer, thread_id thread, event_id store)
{
  for (event_id e = store + 1; e < slicer->ordering[thread]; e++) {
    const struct event *event = &slicer->prog->events.at[e];
    if (!orders(slicer, e) || MUTANT(SLICE_DROPS_BARRIER))
      continue;
    if (event->kind == EVENT_CREATE)
      keep(slicer, e);
    slicer->slice->fences.at[e] = true;
    keep_value(slicer, event->guard);
  }
  if (slicer->ordering[thread] > store + 1)
    slicer->ordering[thread] = store + 1;
}

static void
visit(struct slicer *slicer, event_id id)
{
  const struct prog *prog = slicer->prog;
  const struct event *event = &prog->events.at[id];
  thread_id thread = slicer->thread_of.at[id];
  INVARIANT(slicer->slice->kept.at[id] && !is_dead(slicer, id));
  keep_value(slicer, event->guard);
  keep_value(slicer, event->value);
  if ((event->kind == EVENT_LOAD || event->kind == EVENT_STORE || event->kind == EVENT_BLOCK) &&
      !MUTANT(SLICE_DROPS_ADDRESS))
    keep_value(slicer, event->addr);
  if (event->kind == EVENT_LOAD)
    keep_stores(slicer, event);
  if (labels_late(slicer->labels, id))
    keep_ordering(slicer, thread, id);
  if (event->kind == EVENT_JOIN) {
    slicer->slice->joined.at[event->child] = true;
    keep_blocking(slicer, event->child, prog->threads.at[event->child].end);
  }
  uint32_t label = slicer->labels->of_event.at[id];
  event_id end = labels_get(slicer->labels, thread, label)->end;
  keep_blocking(slicer, thread, MUTANT(SLICE_STOPS_EARLY) ? id : end);
}

/* Of every thread it must be known whether it has ended, and whether it waits. */
static void
keep_waits(struct slicer *slicer)
{
  const struct prog *prog = slicer->prog;
  bool *waits = waits_find(prog, slicer->labels), some = false;
  for (thread_id t = 0; t < prog->threads.n; t++)
    some |= waits[t];
  for (thread_id t = 0; some && t < prog->threads.n; t++) {
    slicer->slice->joined.at[t] = true;
    keep_blocking(slicer, t, prog->threads.at[t].end);
  }
  free(waits);
}

static void
keep_races(struct slicer *slicer)
{
  for (event_id e = 0; e < slicer->prog->events.n; e++)
    if (slicer->labels->visible.at[e])
      keep(slicer, e);
}

/* Which thread events belong to, and where threads are created. */
static void
find_threads(struct slicer *slicer)
{
  const struct prog *prog = slicer->prog;
  for (thread_id t = 0; t < prog->threads.n; t++) {
    slicer->blocking[t] = prog->threads.at[t].first;
    slicer->ordering[t] = prog->threads.at[t].end;
    slicer->create[t] = UINT32_MAX;
  }
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++) {
      slicer->thread_of.at[e] = t;
      thread_id child = prog->events.at[e].child;
      if (prog->events.at[e].kind != EVENT_CREATE)
        continue;
      INVARIANT(slicer->create[child] == UINT32_MAX && prog->threads.at[child].parent == t);
      slicer->create[child] = e;
    }
}

/* Behind the last event that matters no store has to leave its buffer, unless the end of the thread
 * matters; there a thread may also be held up. But the rest of a label is passed with it. */
static void
drop_last_fences(struct slicer *slicer, thread_id thread)
{
  const uint32_t *labels = slicer->labels->of_event.at;
  event_id first = slicer->prog->threads.at[thread].first;
  event_id last = slicer->prog->threads.at[thread].end;
  while (last > first && !slicer->slice->kept.at[last - 1])
    last--;
  for (event_id e = last; e < slicer->prog->threads.at[thread].end; e++)
    if (!slicer->slice->joined.at[thread] &&
        (last == first || labels[e] != labels[last - 1] || MUTANT(SLICE_DROPS_LAST_FENCE)))
      slicer->slice->fences.at[e] = false;
}

static void
find_kept(struct slicer *slicer)
{
  const struct prog *prog = slicer->prog;
  for (event_id e = 0; e < prog->events.n; e++)
    if (prog->events.at[e].kind == EVENT_ASSERT || prog->events.at[e].kind == EVENT_CUT)
      keep(slicer, e);
  if (prog->asks & PROPERTY_DEADLOCK)
    keep_waits(slicer);
  if (prog->asks & PROPERTY_RACE)
    keep_races(slicer);
  while (slicer->work.n)
    visit(slicer, slicer->work.at[--slicer->work.n]);
  for (thread_id t = 0; t < prog->threads.n; t++)
    drop_last_fences(slicer, t);
}

static bool
stays(const struct slice *slice, event_id event)
{
  return slice->kept.at[event] || slice->fences.at[event];
}

/* Is the event at which a thread may be stuck, and for which the group begins where it does, dropped?
 * It is perhaps not the first event of its section. */
static bool
is_unopened(const struct slice *slice, const struct prog *prog, const struct label *label)
{
  uint32_t section = label->first < label->end ? prog->events.at[label->first].section : 0;
  event_id e = label->first;
  do {
    enum event_kind kind = e < label->end ? prog->events.at[e].kind : EVENT_LOAD;
    if ((kind == EVENT_ASSUME || kind == EVENT_CUT || kind == EVENT_BLOCK) && stays(slice, e))
      return false;
    e++;
  } while (section && e < label->end && prog->events.at[e].section == section);
  return !MUTANT(SLICE_PASSES_STOP);
}

/* May such a group begin elsewhere in the slice? */
static bool
may_shift(const struct slice *slice, const struct prog *prog, const struct label *label)
{
  if (label->kind != LABEL_STEP)
    return is_unopened(slice, prog, label);
  return !MUTANT(SLICE_PASSES_MORE) && !(MUTANT(SLICE_PASSES_UNSEEN) && stays(slice, label->first));
}

/* The first event that stays, of each group in which a thread may be held up: if deadlocks are asked
 * for, by a wait; and if the group may begin elsewhere, by anything. */
static bool *
find_groups(const struct slice *slice, const struct prog *prog, const struct labels *labels)
{
  bool *opens = mem_alloc(prog->events.n * sizeof *opens);
  for (size_t l = 0; l < labels->all.n; l++) {
    const struct label *label = &labels->all.at[l];
    event_id first = label->end;
    for (event_id e = label->end; e-- > label->first && label->kind != LABEL_START;)
      if (stays(slice, e))
        first = e;
    bool shifts = may_shift(slice, prog, label);
    for (event_id e = first; e < label->end && !opens[first]; e++) {
      enum event_kind kind = prog->events.at[e].kind;
      opens[first] =
        slice->kept.at[e] && ((kind == EVENT_BLOCK && (shifts || prog->asks & PROPERTY_DEADLOCK)) ||
                              (kind == EVENT_ASSUME && shifts));
    }
  }
  return opens;
}

/* A fence stays the fence that it is; what a load gives no longer matters. */
static void
become_fence(struct prog *prog, event_id id)
{
  struct event *event = &prog->events.at[id];
  INVARIANT(event->kind != EVENT_CREATE && event->kind != EVENT_ASSERT);
  if (event->kind == EVENT_FENCE)
    return;
  if (event->kind == EVENT_LOAD) {
    struct value *loaded = &prog->values.at[event->value];
    *loaded = (struct value){.op = OP_CONST, .width = loaded->width};
  }
  *event = (struct event){.kind = EVENT_FENCE,
                          .guard = event->guard,
                          .order = ORDER_SEQ_CST,
                          .section = event->section,
                          .place = event->place};
}

void
slice_find(struct slice *slice, const struct prog *prog, const struct labels *labels,
           struct values *values)
{
  *slice = (struct slice){0};
  struct slicer slicer = {
    .prog = prog,
    .labels = labels,
    .values_of = values,
    .slice = slice,
    .blocking = mem_alloc(prog->threads.n * sizeof(event_id)),
    .create = mem_alloc(prog->threads.n * sizeof(event_id)),
    .ordering = mem_alloc(prog->threads.n * sizeof(event_id)),
  };
  vec_resize(&slice->fences, prog->events.n);
  vec_resize(&slice->kept, prog->events.n);
  vec_resize(&slice->joined, prog->threads.n);
  vec_resize(&slicer.seen, prog->values.n);
  vec_resize(&slicer.thread_of, prog->events.n);
  find_threads(&slicer);
  find_writes(&slicer);
  find_kept(&slicer);
  assert(slice_is_closed(slice, prog, values));
  slice->prog = prog_copy(prog);
  for (event_id e = 0; e < prog->events.n; e++) {
    enum event_kind kind = prog->events.at[e].kind;
    if (slice->kept.at[e] || event_is_silent(kind))
      continue;
    if (slice->fences.at[e])
      become_fence(slice->prog, e);
    else
      slice->prog->events.at[e].guard = VALUE_FALSE;
  }
  bool *groups = find_groups(slice, prog, labels);
  labels_find_slice(&slice->labels, slice->prog, labels, groups);
  free(groups);
  vec_free(&slicer.writes);
  vec_free(&slicer.work);
  vec_free(&slicer.seen);
  vec_free(&slicer.values);
  vec_free(&slicer.thread_of);
  free(slicer.blocking);
  free(slicer.create);
  free(slicer.ordering);
}

void
slice_free(struct slice *slice)
{
  prog_free(slice->prog);
  labels_free(&slice->labels);
  vec_free(&slice->kept);
  vec_free(&slice->fences);
  vec_free(&slice->joined);
}

/* ---- parts ---- */

static bool
keeps_something(const struct slice *slice, const struct label *label)
{
  for (event_id e = label->first; e < label->end; e++)
    if (stays(slice, e))
      return true;
  return false;
}

/* Labels of the thread from which on nothing matters. */
static uint32_t
find_end(const struct slice *slice, const struct labels *labels, thread_id thread)
{
  uint32_t end = labels_count(labels, thread);
  if (!slice->joined.at[thread])
    while (end > 1 && !keeps_something(slice, labels_get(labels, thread, end - 1)))
      end--;
  INVARIANT(end >= 1);
  return end;
}

static bool
note_ends(const struct slice *slice, const struct labels *labels, const struct part *part,
          bool *needed)
{
  for (size_t i = 0; i < part->ends.n; i++) {
    const struct part_end *end = &part->ends.at[i];
    if (end->label >= find_end(slice, labels, end->thread))
      return false;
    needed[labels->first_of_thread.at[end->thread] + end->label] = true;
  }
  return true;
}

static void
find_needed(const struct slice *slice, const struct labels *labels, const struct part *part,
            thread_id thread, bool *needed)
{
  bool open_next = true;
  uint32_t first_step = UINT32_MAX;
  for (uint32_t l = find_end(slice, labels, thread); l-- > 0;) {
    const struct label *label = labels_get(labels, thread, l);
    bool step = label->kind == LABEL_STEP;
    bool open = step && !part_is_closed(part, labels, thread, l);
    needed[l] |=
      label->kind == LABEL_START || keeps_something(slice, label) || (open && !open_next);
    if (needed[l])
      open_next = open;
    if (step)
      first_step = l;
  }
  if (first_step != UINT32_MAX)
    needed[first_step] = true;
  INVARIANT(needed[0]); /* what is not needed goes to the label before */
}

/* Gives the slice these labels; what lies between them belongs to the one before. */
static void
relabel(struct slice *slice, const struct labels *labels, const bool *needed)
{
  struct labels *mine = &slice->labels;
  mine->all.n = mine->first_of_thread.n = 0;
  for (thread_id t = 0; t + 1 < labels->first_of_thread.n; t++) {
    vec_push(&mine->first_of_thread, (uint32_t)mine->all.n);
    for (uint32_t l = 0; l < labels_count(labels, t); l++) {
      const struct label *label = labels_get(labels, t, l);
      if (needed[labels->first_of_thread.at[t] + l])
        vec_push(&mine->all, *label);
      uint32_t number = (uint32_t)mine->all.n - 1 - mine->first_of_thread.at[t];
      vec_last(&mine->all).end = label->end;
      for (event_id e = label->first; e < label->end; e++)
        mine->of_event.at[e] = number;
    }
  }
  vec_push(&mine->first_of_thread, (uint32_t)mine->all.n);
  labels_find_restored(mine, slice->prog);
  assert(labels_are_sound(mine, slice->prog));
}

/* The label of the whole program that this label of the slice is. */
static uint32_t
label_in_whole(const struct slice *slice, const struct labels *labels, thread_id thread,
               uint32_t label)
{
  event_id first = labels_get(&slice->labels, thread, label)->first;
  uint32_t whole = label ? labels->of_event.at[first] : 0;
  INVARIANT(labels_get(labels, thread, whole)->first == first);
  return whole;
}

/* From labels of the whole program to those of the slice. */
static void
translate(const struct slice *slice, const struct labels *labels, const struct part *part,
          struct part *mine)
{
  mine->closed.n = 0;
  for (thread_id t = 0; part->closed.n && t < slice->prog->threads.n; t++)
    for (uint32_t l = 0; l < labels_count(&slice->labels, t); l++) {
      uint32_t whole = label_in_whole(slice, labels, t, l);
      vec_push(&mine->closed, part_is_closed(part, labels, t, whole));
    }
  INVARIANT(!mine->closed.n || mine->closed.n == slice->labels.all.n);
  for (size_t i = 0; i < mine->ends.n; i++) {
    struct part_end *end = &mine->ends.at[i];
    end->label = slice->labels.of_event.at[labels_get(labels, end->thread, end->label)->first];
    INVARIANT(labels_get(&slice->labels, end->thread, end->label)->kind == LABEL_STEP);
  }
}

bool
slice_part(struct slice *slice, const struct labels *labels, const struct part *part,
           struct part *mine)
{
  bool whole = part_is_whole(part);
  part_copy(mine, whole ? NULL : part); /* one that closes nothing still counts other labels */
  if (whole)
    return true;
  /* Which labels of the whole program are labels of the slice? */
  bool *needed = mem_alloc(labels->all.n * sizeof *needed);
  bool possible = note_ends(slice, labels, part, needed);
  for (thread_id t = 0; possible && t < slice->prog->threads.n; t++)
    find_needed(slice, labels, part, t, needed + labels->first_of_thread.at[t]);
  if (possible) {
    relabel(slice, labels, needed);
    translate(slice, labels, part, mine);
  }
  free(needed);
  return possible;
}

/* ---- back to the whole program ---- */

/* For a part: how many labels of the whole thread has it passed that has passed these of the
 * slice? */
static uint32_t
widened_for(const struct slice *slice, const struct labels *labels, const struct part *part,
            thread_id thread, uint32_t passed)
{
  uint32_t count = labels_count(labels, thread);
  if (!passed)
    return 0;
  if (passed < labels_count(&slice->labels, thread))
    return label_in_whole(slice, labels, thread, passed);
  if (slice->joined.at[thread])
    return count;
  uint32_t label = label_in_whole(slice, labels, thread, passed - 1) + 1;
  while (label < count && part_goes_on(part, labels, thread, label))
    label++;
  INVARIANT(label > 0 && label <= count);
  return label;
}

/* How many labels of the whole thread contain what these labels of the slice contain. */
static uint32_t
widened(const struct slice *slice, const struct labels *labels, thread_id thread, uint32_t passed)
{
  if (!passed)
    return 0;
  if (slice->joined.at[thread] && passed == labels_count(&slice->labels, thread))
    return labels_count(labels, thread);
  event_id first = slice->prog->threads.at[thread].first;
  for (event_id e = labels_get(&slice->labels, thread, passed - 1)->end; e-- > first;)
    if (stays(slice, e))
      return labels->of_event.at[e] + 1;
  return 0;
}

/* The thread has passed so many labels of the slice: how many of the whole thread lie before the
 * next thing that matters? */
static uint32_t
before_next(const struct slice *slice, const struct labels *labels, thread_id thread,
            uint32_t passed)
{
  const struct label *next = labels_get(&slice->labels, thread, passed);
  for (event_id e = next->first; e < next->end; e++)
    if (stays(slice, e))
      return labels->of_event.at[e];
  return 0;
}

/* Each thread to where the next thing that matters is. */
static void
run_on(const struct slice *slice, const struct labels *labels, const uint32_t *passed,
       const uint32_t *before, struct schedule *schedule)
{
  for (thread_id t = 0; t < slice->prog->threads.n; t++) {
    if (!passed[t] || passed[t] == labels_count(&slice->labels, t))
      continue;
    uint32_t next = before_next(slice, labels, t, passed[t]);
    if (next > before[t])
      vec_push(&schedule->contexts, ((struct context){t, next}));
  }
}

/* What leaves a buffer in one context does so in another one, further to the left. False if nothing
 * does. */
static bool
move_late(struct schedule *schedule, uint32_t from, uint32_t to)
{
  bool some = false;
  for (size_t i = 0; i < schedule->late.n; i++)
    if (schedule->late.at[i].context == from) {
      schedule->late.at[i].context = to;
      some = true;
    }
  return some;
}

void
slice_widen(const struct slice *slice, const struct labels *labels, const struct part *part,
            struct schedule *schedule)
{
  uint32_t *passed = mem_alloc(slice->prog->threads.n * sizeof *passed);
  uint32_t *before = mem_alloc(slice->prog->threads.n * sizeof *before);
  bool whole = part_is_whole(part);
  size_t n = 0;
  for (uint32_t i = 0; i < schedule->contexts.n; i++) {
    struct context context = schedule->contexts.at[i];
    bool leaves = move_late(schedule, i, (uint32_t)n);
    INVARIANT(context.labels >= passed[context.thread]);
    passed[context.thread] = context.labels;
    context.labels = whole ? widened(slice, labels, context.thread, context.labels)
                           : widened_for(slice, labels, part, context.thread, context.labels);
    INVARIANT(context.labels >= before[context.thread]);
    if (context.labels > before[context.thread] || leaves)
      schedule->contexts.at[n++] = context;
    before[context.thread] = context.labels;
  }
  schedule->contexts.n = n;
  if (whole)
    run_on(slice, labels, passed, before, schedule);
  free(passed);
  free(before);
}
