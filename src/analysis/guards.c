/* A guard is taken apart into literals, whose conjunction it is: a value that is no negation and no
 * conjunction, or the negation of a value. What is known to be true is left out. A implies B if
 * each literal of B follows from one of A: it is there, or it denies a conjunction of which A
 * denies a part. A and B exclude each other if a literal of the one denies what is in the other.
 * Control flow that leaves a branch early and joins again makes guards of this kind.
 *
 * Known values come first. A load in a section (the kind of a mutex, say) gives a constant if every
 * store that it may read stores this constant. It may read a store that touches its bytes, unless
 * the store comes after the load in every schedule, or before another one that certainly overwrites
 * all its bytes before the load. If there is no such other store, it may also read the initial
 * memory. Values are then computed from values with smaller numbers. A value that depends on a load
 * that does not happen is never looked at, so it may as well be what the load would have given. */
#include "analysis/guards.h"

#include <stdlib.h>

#include "analysis/access.h"
#include "base/invariant.h"

enum { LITERALS = 64, SPINE = 4096 };

typedef uint64_t literal; /* a value, and in the lowest bit whether it is negated */

struct literals {
  literal at[LITERALS];
  unsigned n;
  bool never; /* one of them is known to be false */
};

struct guards {
  const struct prog *prog;
  bool *known; /* of each value */
  uint64_t *bits;
};

/* ---- what loads give ---- */

typedef VEC(struct access) access_list;

static void
collect_stores(const struct prog *prog, access_list *stores)
{
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++) {
      const struct event *event = &prog->events.at[e];
      if (event->kind != EVENT_STORE || event->guard == VALUE_FALSE)
        continue;
      for (uint32_t i = 0; i < event->n_targets; i++)
        vec_push(stores,
                 ((struct access){prog->targets.at[event->first_target + i], event->bytes, e, t}));
    }
  if (stores->n)
    qsort(stores->at, stores->n, sizeof *stores->at, access_compare);
}

static bool
overlaps(const struct access *a, const struct access *b)
{
  return a->target.object == b->target.object && a->target.offset < b->target.offset + b->bytes &&
         b->target.offset < a->target.offset + a->bytes;
}

/* Does a come before b in every schedule in which both happen? */
static bool
is_before(const struct order *order, const struct access *a, const struct access *b)
{
  if (a->thread == b->thread)
    return a->event < b->event;
  return a->event < order_behind(order, b->thread, b->event, a->thread);
}

static bool
is_certain(const struct prog *prog, const struct access *store, const struct access *load)
{
  const struct event *event = &prog->events.at[store->event];
  return event->guard == VALUE_TRUE && event->n_targets == 1 &&
         store->target.offset <= load->target.offset &&
         store->target.offset + store->bytes >= load->target.offset + load->bytes;
}

/* The part of a constant that lies at the bytes of the load. */
static bool
part_at(const struct prog *prog, value_id value, uint64_t offset, uint32_t bytes,
        const struct access *load, uint64_t *bits)
{
  uint64_t all = 0;
  if (load->bytes > 8 || bytes > 8 || offset > load->target.offset ||
      offset + bytes < load->target.offset + load->bytes || !value_is_const(prog, value, &all))
    return false;
  *bits = all >> 8 * (load->target.offset - offset) & bits_mask(8 * load->bytes);
  return true;
}

static bool
initial_part(const struct prog *prog, const struct access *load, uint64_t *bits)
{
  *bits = 0;
  for (size_t i = 0; i < prog->inits.n; i++) {
    const struct init *init = &prog->inits.at[i];
    uint32_t bytes = value_width(prog, init->value) / 8;
    if (init->object == load->target.object && init->offset < load->target.offset + load->bytes &&
        load->target.offset < init->offset + bytes)
      return part_at(prog, init->value, init->offset, bytes, load, bits);
  }
  return true;
}

/* The first store to the object; they lie by object. */
static size_t
first_of_object(const access_list *stores, object_id object)
{
  size_t low = 0, high = stores->n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (stores->at[middle].target.object < object)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The last store that certainly comes before the load, and overwrites its bytes. */
static const struct access *
find_last(const struct prog *prog, const struct order *order, const access_list *stores,
          size_t first, const struct access *load)
{
  const struct access *last = NULL;
  for (size_t i = first; i < stores->n; i++) {
    const struct access *store = &stores->at[i];
    if (store->target.object != load->target.object)
      break;
    if (overlaps(store, load) && is_certain(prog, store, load) && is_before(order, store, load) &&
        (!last || is_before(order, last, store)))
      last = store;
  }
  return last;
}

static bool
find_loaded(const struct prog *prog, const struct order *order, const access_list *stores,
            const struct access *load, uint64_t *bits)
{
  size_t first = first_of_object(stores, load->target.object);
  const struct access *last = find_last(prog, order, stores, first, load);
  bool some = !last;
  if (!last && !initial_part(prog, load, bits))
    return false;
  for (size_t i = first; i < stores->n; i++) {
    const struct access *store = &stores->at[i];
    uint64_t here;
    if (store->target.object != load->target.object)
      break;
    if (!overlaps(store, load) || is_before(order, load, store) ||
        (last && store != last && is_before(order, store, last)))
      continue;
    if (!part_at(prog, prog->events.at[store->event].value, store->target.offset, store->bytes,
                 load, &here) ||
        (some && here != *bits))
      return false;
    *bits = here;
    some = true;
  }
  return some;
}

static void
know_loads(struct guards *guards, const struct order *order)
{
  const struct prog *prog = guards->prog;
  access_list stores = {0};
  collect_stores(prog, &stores);
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++) {
      const struct event *event = &prog->events.at[e];
      if (event->kind != EVENT_LOAD || !event->section || event->n_targets != 1 ||
          prog->values.at[event->value].op != OP_LOADED)
        continue;
      struct access load = {prog->targets.at[event->first_target], event->bytes, e, t};
      guards->known[event->value] =
        find_loaded(prog, order, &stores, &load, &guards->bits[event->value]);
    }
  vec_free(&stores);
}

/* ---- values ---- */

/* What follows from one argument alone. */
static bool
know_by_one(const struct guards *guards, const struct value *node, uint64_t *bits)
{
  for (int i = 0; i < 2; i++)
    if (node->op == OP_AND && guards->known[node->arg[i]] && !guards->bits[node->arg[i]]) {
      *bits = 0;
      return true;
    }
  if (node->op != OP_ITE || !guards->known[node->arg[0]])
    return false;
  value_id chosen = node->arg[guards->bits[node->arg[0]] ? 1 : 2];
  *bits = guards->bits[chosen];
  return guards->known[chosen];
}

static bool
know_value(const struct guards *guards, value_id v, uint64_t *bits)
{
  const struct prog *prog = guards->prog;
  const struct value *node = &prog->values.at[v];
  if (node->op == OP_CONST) {
    *bits = node->imm;
    return true;
  }
  if (node->op == OP_INPUT || node->op == OP_LOADED)
    return false;
  unsigned arity = value_arity((enum value_op)node->op);
  bool all = true;
  for (unsigned i = 0; i < arity; i++) {
    INVARIANT(node->arg[i] < v);
    all &= guards->known[node->arg[i]];
  }
  if (!all)
    return know_by_one(guards, node, bits);
  uint64_t a[3] = {0};
  for (unsigned i = 0; i < arity; i++)
    a[i] = guards->bits[node->arg[i]];
  *bits =
    value_compute((enum value_op)node->op, node->width, value_width(prog, node->arg[0]),
                  arity > 1 ? value_width(prog, node->arg[1]) : 0, a[0], a[1], a[2], node->imm);
  return true;
}

struct guards *
guards_find(const struct prog *prog, const struct order *order)
{
  struct guards *guards = mem_alloc(sizeof *guards);
  guards->prog = prog;
  guards->known = mem_alloc(prog->values.n * sizeof *guards->known);
  guards->bits = mem_alloc(prog->values.n * sizeof *guards->bits);
  know_loads(guards, order);
  for (value_id v = 0; v < prog->values.n; v++)
    if (!guards->known[v])
      guards->known[v] = know_value(guards, v, &guards->bits[v]);
  return guards;
}

void
guards_free(struct guards *guards)
{
  free(guards->known);
  free(guards->bits);
  free(guards);
}

bool
guards_is(const struct guards *guards, value_id value, bool truth)
{
  return guards->known[value] && (guards->bits[value] & 1) == truth;
}

/* ---- literals ---- */

static bool
is_and(const struct prog *prog, value_id a)
{
  return prog->values.at[a].op == OP_AND && prog->values.at[a].width == 1;
}

/* Without negations in front, and without known parts of a conjunction that is denied. */
static literal
normal(const struct guards *guards, value_id a, bool negated)
{
  for (;;) {
    const struct value *node = &guards->prog->values.at[a];
    if (guards->known[a])
      break;
    if (node->op == OP_NOT) {
      negated = !negated;
      a = node->arg[0];
    } else if (is_and(guards->prog, a) && guards_is(guards, node->arg[0], true)) {
      a = node->arg[1];
    } else if (is_and(guards->prog, a) && guards_is(guards, node->arg[1], true)) {
      a = node->arg[0];
    } else {
      break;
    }
  }
  return (literal)a << 1 | negated;
}

/* Beyond the limit, what is left of the chain counts as one literal. */
static void
take_apart(const struct guards *guards, literal all, struct literals *out)
{
  literal pending[LITERALS];
  unsigned n = 0;
  out->n = 0;
  out->never = false;
  pending[n++] = all;
  while (n) {
    literal next = pending[--n];
    value_id a = (value_id)(next >> 1);
    if (guards->known[a]) {
      out->never |= guards_is(guards, a, next & 1);
    } else if (!(next & 1) && is_and(guards->prog, a) && out->n + n + 2 <= LITERALS) {
      pending[n++] = normal(guards, guards->prog->values.at[a].arg[0], false);
      pending[n++] = normal(guards, guards->prog->values.at[a].arg[1], false);
    } else {
      out->at[out->n++] = next;
    }
  }
  INVARIANT(out->n <= LITERALS);
}

static void
literals_of(const struct guards *guards, value_id guard, struct literals *out)
{
  take_apart(guards, normal(guards, guard, false), out);
}

static bool
has(const struct literals *list, literal l)
{
  for (unsigned i = 0; i < list->n; i++)
    if (list->at[i] == l)
      return true;
  return false;
}

static bool
denies_conjunction(const struct guards *guards, literal l)
{
  return (l & 1) && is_and(guards->prog, (value_id)(l >> 1));
}

/* Is there a literal here that is the negation of one there? */
static bool
denies_part(const struct literals *here, const struct literals *there)
{
  for (unsigned i = 0; i < there->n; i++)
    if (has(here, there->at[i] ^ 1))
      return true;
  return false;
}

static bool
has_all(const struct literals *here, const struct literals *there)
{
  for (unsigned i = 0; i < there->n; i++)
    if (!has(here, there->at[i]))
      return false;
  return true;
}

/* Do these literals deny l, or say it? */
static bool
says(const struct guards *guards, const struct literals *list, literal l)
{
  struct literals inner;
  if (has(list, l))
    return true;
  if (!denies_conjunction(guards, l))
    return false;
  take_apart(guards, l ^ 1, &inner);
  return inner.never || denies_part(list, &inner);
}

static bool
denies(const struct guards *guards, const struct literals *list, literal l)
{
  struct literals inner;
  if (has(list, l ^ 1))
    return true;
  if (!denies_conjunction(guards, l))
    return false;
  take_apart(guards, l ^ 1, &inner);
  return !inner.never && has_all(list, &inner);
}

/* ---- the questions ---- */

/* Guards grow to the right: is b what a has grown from? */
static bool
is_on_spine(const struct prog *prog, value_id a, value_id b)
{
  for (unsigned i = 0; i < SPINE && a > b && is_and(prog, a); i++)
    a = prog->values.at[a].arg[0];
  return a == b;
}

bool
guards_imply(struct guards *guards, value_id a, value_id b)
{
  struct literals mine, wanted;
  if (guards_is(guards, b, true) || is_on_spine(guards->prog, a, b))
    return true;
  literals_of(guards, a, &mine);
  literals_of(guards, b, &wanted);
  bool all = !wanted.never;
  for (unsigned i = 0; i < wanted.n && all; i++)
    all = says(guards, &mine, wanted.at[i]);
  return all || mine.never;
}

bool
guards_exclude(struct guards *guards, value_id a, value_id b)
{
  struct literals one, two;
  literals_of(guards, a, &one);
  literals_of(guards, b, &two);
  bool exclude = one.never || two.never;
  for (unsigned i = 0; i < one.n && !exclude; i++)
    exclude = denies(guards, &two, one.at[i]);
  for (unsigned i = 0; i < two.n && !exclude; i++)
    exclude = denies(guards, &one, two.at[i]);
  return exclude;
}

/* Leaves in `list` what `all` does not say. */
static void
leave_out(const struct guards *guards, struct literals *list, const struct literals *all)
{
  unsigned n = 0;
  for (unsigned i = 0; i < list->n; i++)
    if (!says(guards, all, list->at[i]))
      list->at[n++] = list->at[i];
  list->n = n;
}

/* Is the only literal of `one` the negation of everything in `other`? */
static bool
is_negation(const struct guards *guards, const struct literals *one, const struct literals *other)
{
  struct literals inner;
  if (one->n != 1)
    return false;
  take_apart(guards, one->at[0] ^ 1, &inner);
  return !inner.never && has_all(&inner, other);
}

bool
guards_cover(struct guards *guards, value_id all, value_id a, value_id b)
{
  struct literals given, one, two;
  if (guards_imply(guards, all, a) || guards_imply(guards, all, b))
    return true;
  literals_of(guards, all, &given);
  literals_of(guards, a, &one);
  literals_of(guards, b, &two);
  if (one.never || two.never)
    return false;
  leave_out(guards, &one, &given);
  leave_out(guards, &two, &given);
  return is_negation(guards, &one, &two) || is_negation(guards, &two, &one);
}

static bool
is_zero_test(const struct prog *prog, value_id a, value_id loaded)
{
  const struct value *node = &prog->values.at[a];
  uint64_t bits = 1;
  if (node->op != OP_EQ)
    return false;
  return (node->arg[0] == loaded && value_is_const(prog, node->arg[1], &bits) && !bits) ||
         (node->arg[1] == loaded && value_is_const(prog, node->arg[0], &bits) && !bits);
}

bool
guards_imply_zero(struct guards *guards, value_id value, event_id load)
{
  const struct prog *prog = guards->prog;
  value_id loaded = prog->events.at[load].value;
  struct literals list;
  literals_of(guards, value, &list);
  for (unsigned i = 0; i < list.n; i++)
    if (!(list.at[i] & 1) && is_zero_test(prog, (value_id)(list.at[i] >> 1), loaded))
      return true;
  return false;
}
