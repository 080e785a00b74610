/* Finding labels.
 *
 * An access is visible iff some access of another thread may touch one of its bytes at the same
 * time and one of the two writes; "at the same time" means not ordered by creation and joining
 * (order.h). An invisible access commutes with everything other threads can do meanwhile, so it
 * needs no label.
 *
 * A group may contain an ASSUME or BLOCK in its middle only while it has done nothing that others
 * can see: passing the group is all or nothing, and an effect must not be taken back because the
 * thread cannot go on. And where deadlocks are looked for, a section that waits goes into a group
 * of its own if others have to do with the group so far: a thread that waits there has seen what it
 * has seen, and does not look again. So it does behind the start, that a thread that exists has
 * always passed. CUT always opens a group, so that "has the bound been
 * reached?" can be read off the label before it. Atomic sections are never divided. */
#include "analysis/labels.h"

#include <stdlib.h>

#include "analysis/order.h"
#include "base/mutant.h"

/* ---- visibility ---- */

struct access {
  object_id object;
  uint64_t offset;
  event_id event;
  thread_id thread;
};

static int
by_place(const void *a, const void *b)
{
  const struct access *x = a, *y = b;
  if (x->object != y->object)
    return x->object < y->object ? -1 : 1;
  if (x->offset != y->offset)
    return x->offset < y->offset ? -1 : 1;
  return x->event < y->event ? -1 : x->event > y->event;
}

typedef VEC(struct access) access_list;

static void
collect(const struct prog *prog, access_list *list)
{
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++) {
      const struct event *event = &prog->events.at[e];
      if ((event->kind != EVENT_LOAD && event->kind != EVENT_STORE) || event->guard == VALUE_FALSE)
        continue;
      for (uint32_t i = 0; i < event->n_targets; i++) {
        struct target target = prog->targets.at[event->first_target + i];
        vec_push(list, ((struct access){target.object, target.offset, e, t}));
      }
    }
  if (list->n)
    qsort(list->at, list->n, sizeof *list->at, by_place);
}

static void
find_visible(struct labels *labels, const struct prog *prog)
{
  access_list list = {0};
  struct order *order = order_find(prog);
  collect(prog, &list);
  for (size_t i = 0; i < list.n; i++) {
    const struct access *a = &list.at[i];
    const struct event *first = &prog->events.at[a->event];
    for (size_t k = i + 1; k < list.n; k++) {
      const struct access *b = &list.at[k];
      const struct event *second = &prog->events.at[b->event];
      if (b->object != a->object || b->offset >= a->offset + first->bytes)
        break;
      if (labels->visible.at[a->event] && labels->visible.at[b->event])
        continue;
      if (MUTANT(READ_UNSEEN) && first->kind != second->kind)
        continue;
      if ((first->kind == EVENT_STORE || second->kind == EVENT_STORE) &&
          order_concurrent(order, a->thread, a->event, b->thread, b->event))
        labels->visible.at[a->event] = labels->visible.at[b->event] = true;
    }
  }
  order_free(order);
  vec_free(&list);
}

/* ---- grouping ---- */

/* What the next indivisible unit (an event, or a whole section) is like. */
struct unit {
  event_id end;
  bool visible; /* others may notice it, or it waits for others */
  bool effect;  /* others may notice it afterwards */
  bool stops;   /* the thread may not get past it */
  bool waits;   /* it is a section at which the thread may wait */
  bool cut;
};

static struct unit
next_unit(const struct labels *labels, const struct prog *prog, event_id first, event_id end)
{
  struct unit unit = {.end = first};
  uint32_t section = MUTANT(SECTION_DIVIDED) ? 0 : prog->events.at[first].section;
  do {
    const struct event *event = &prog->events.at[unit.end];
    bool visible = labels->visible.at[unit.end];
    unit.end++;
    if (event->guard == VALUE_FALSE)
      continue;
    unit.visible |= visible || event->kind == EVENT_JOIN;
    unit.effect |= (visible && event->kind == EVENT_STORE) || event->kind == EVENT_CREATE;
    unit.stops |= event->kind == EVENT_ASSUME || event->kind == EVENT_BLOCK;
    unit.waits |= section && event->kind == EVENT_BLOCK;
    unit.cut |= event->kind == EVENT_CUT;
  } while (section && unit.end < end && prog->events.at[unit.end].section == section);
  return unit;
}

static bool
any(const bool *also, event_id first, event_id end)
{
  for (; also && first < end; first++)
    if (also[first])
      return true;
  return false;
}

static void
group_thread(struct labels *labels, const struct prog *prog, const struct thread *thread,
             const bool *also)
{
  vec_push(&labels->all, ((struct label){LABEL_START, thread->first, thread->first}));
  bool effect = false, seen = true, waits = prog->asks & PROPERTY_DEADLOCK;
  uint32_t number = 0;
  for (event_id e = thread->first; e < thread->end;) {
    struct unit unit = next_unit(labels, prog, e, thread->end);
    bool alone = (unit.stops && effect) || (unit.waits && waits && seen);
    bool opens = unit.visible || unit.cut || alone || any(also, e, unit.end);
    if (opens) {
      enum label_kind kind = unit.visible ? LABEL_STEP : LABEL_STOP;
      vec_push(&labels->all, ((struct label){kind, e, e}));
      effect = seen = false;
      number++;
    }
    effect |= unit.effect && !MUTANT(EFFECT_TAKEN_BACK);
    seen |= unit.visible;
    for (; e < unit.end; e++)
      labels->of_event.at[e] = number;
    vec_last(&labels->all).end = e;
  }
}

void
labels_find(struct labels *labels, const struct prog *prog)
{
  labels_find_also(labels, prog, NULL);
}

void
labels_find_also(struct labels *labels, const struct prog *prog, const bool *also)
{
  *labels = (struct labels){0};
  vec_resize(&labels->of_event, prog->events.n);
  vec_resize(&labels->visible, prog->events.n);
  find_visible(labels, prog);
  for (thread_id t = 0; t < prog->threads.n; t++) {
    vec_push(&labels->first_of_thread, (uint32_t)labels->all.n);
    group_thread(labels, prog, &prog->threads.at[t], also);
  }
  vec_push(&labels->first_of_thread, (uint32_t)labels->all.n);
}

void
labels_free(struct labels *labels)
{
  vec_free(&labels->all);
  vec_free(&labels->first_of_thread);
  vec_free(&labels->of_event);
  vec_free(&labels->visible);
}

uint32_t
labels_count(const struct labels *labels, thread_id thread)
{
  return labels->first_of_thread.at[thread + 1] - labels->first_of_thread.at[thread];
}

const struct label *
labels_get(const struct labels *labels, thread_id thread, uint32_t label)
{
  return &labels->all.at[labels->first_of_thread.at[thread] + label];
}
