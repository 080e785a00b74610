#include "analysis/open.h"

#include "analysis/labels.h"
#include "base/mutant.h"

enum { DEPTH = 8 };

struct finder {
  const struct labels *labels;
  const struct prog *prog;
  lock_set open; /* each label leaves them as it finds them, and they are 0 at first */
};

static bool
overlaps(const struct lock *lock, object_id object, uint64_t offset, uint64_t bytes)
{
  return object == lock->place.object && offset < lock->place.offset + lock->bytes &&
         lock->place.offset < offset + bytes;
}

static lock_set
touched_by(const struct finder *f, object_id object, uint64_t offset, uint64_t bytes)
{
  lock_set touched = 0;
  for (size_t k = 0; k < f->labels->locks.all.n; k++)
    if (overlaps(&f->labels->locks.all.at[k], object, offset, bytes))
      touched |= (lock_set)1 << k;
  return touched;
}

static lock_set
touched_by_event(const struct finder *f, const struct event *event)
{
  lock_set touched = 0;
  for (uint32_t i = 0; i < event->n_targets; i++) {
    struct target target = f->prog->targets.at[event->first_target + i];
    touched |= touched_by(f, target.object, target.offset, event->bytes);
  }
  return touched;
}

static void
find_open_locks(struct finder *f)
{
  uint64_t bits = 1;
  for (size_t k = 0; k < f->labels->locks.all.n; k++)
    f->open |= (lock_set)1 << k;
  for (size_t i = 0; i < f->prog->inits.n; i++) {
    const struct init *init = &f->prog->inits.at[i];
    if ((!value_is_const(f->prog, init->value, &bits) || bits) && !MUTANT(LOCK_TAKEN_IS_OPEN))
      f->open &= ~touched_by(f, init->object, init->offset, value_width(f->prog, init->value) / 8);
  }
  for (event_id e = 0; f->open && e < f->prog->events.n; e++) {
    const struct event *event = &f->prog->events.at[e];
    if (event->kind == EVENT_STORE && event->guard != VALUE_FALSE && !f->labels->restored.at[e] &&
        !MUTANT(LOCK_LEFT_IS_OPEN))
      f->open &= ~touched_by_event(f, event);
  }
}

/* Is it a load of an open lock, which this label has not touched yet? */
static bool
finds_zero(const struct finder *f, event_id first, event_id wait, event_id load)
{
  const struct event *event = &f->prog->events.at[load];
  value_id guard = event->guard;
  if (load < first || load > wait || event->n_targets != 1 ||
      (guard != VALUE_TRUE && guard != f->prog->events.at[wait].guard))
    return false;
  struct target place = f->prog->targets.at[event->first_target];
  lock_set touched = touched_by_event(f, event) & f->open;
  bool exact = false;
  for (size_t k = 0; k < f->labels->locks.all.n && touched >> k; k++) {
    const struct lock *lock = &f->labels->locks.all.at[k];
    exact |= touched >> k & 1 && place.offset >= lock->place.offset &&
             place.offset + event->bytes <= lock->place.offset + lock->bytes;
  }
  for (event_id e = first; exact && e < load; e++)
    exact = f->prog->events.at[e].kind != EVENT_STORE ||
            f->prog->events.at[e].guard == VALUE_FALSE ||
            !(touched_by_event(f, &f->prog->events.at[e]) & touched);
  return exact;
}

/* What the value is when the label is tried; false if that is not known. */
static bool
compute(const struct finder *f, event_id first, event_id wait, value_id id, unsigned depth,
        uint64_t *bits)
{
  const struct value *value = &f->prog->values.at[id];
  uint64_t args[2] = {0};
  unsigned widths[2] = {0};
  *bits = 0;
  if (value_is_const(f->prog, id, bits))
    return true;
  if (value->op == OP_LOADED)
    return finds_zero(f, first, wait, (event_id)value->imm);
  unsigned arity = value_arity((enum value_op)value->op);
  if (value->op == OP_INPUT || arity < 1 || arity > 2 || depth == DEPTH)
    return false;
  for (unsigned i = 0; i < arity; i++) {
    widths[i] = value_width(f->prog, value->arg[i]);
    if (!compute(f, first, wait, value->arg[i], depth + 1, &args[i]))
      return false;
  }
  *bits = value_compute((enum value_op)value->op, value->width, widths[0], widths[1], args[0],
                        args[1], 0, value->imm);
  return true;
}

void
open_find(struct labels *labels, const struct prog *prog)
{
  struct finder f = {labels, prog, 0};
  labels->open.n = 0;
  vec_resize(&labels->open, prog->events.n);
  if (labels->locks.all.n)
    find_open_locks(&f);
  for (size_t l = 0; f.open && l < labels->all.n; l++)
    for (event_id e = labels->all.at[l].first; e < labels->all.at[l].end; e++) {
      const struct event *event = &prog->events.at[e];
      uint64_t bits;
      labels->open.at[e] = event->kind == EVENT_BLOCK && event->guard != VALUE_FALSE &&
                           compute(&f, labels->all.at[l].first, e, event->value, 0, &bits) && bits;
    }
}
