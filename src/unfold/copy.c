/* Copying and filling memory, of a length that is not constant.
 *
 * Piece by piece, as with a constant length, but each piece only if the length comes that far. No
 * valid copy is longer than the room behind its addresses, so there are finitely many pieces. A
 * length that ends in the middle of a piece is avoided by choice of the pieces: none is longer than
 * a power of two that divides the length, whatever it is. Where there would be many pieces, it is
 * left to the loop of the model, which is unwound like any other. */
#include "unfold/copy.h"

#include "unfold/build.h"
#include "unfold/call.h"
#include "unfold/facts.h"
#include "unfold/flow.h"
#include "unfold/life.h"
#include "unfold/path.h"
#include "unfold/pointer.h"
#include "unfold/state.h"

enum { MOST_PIECES = 64, WHOLE = 8 };

/* ---- how long can it be, and what divides it? ---- */

static uint64_t
power_in(uint64_t number)
{
  return number % WHOLE ? number & (0 - number) : WHOLE;
}

static uint64_t
least(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

/* What is loaded may be an extent. */
static uint64_t
loaded_power(const struct unfold *u, const struct event *event)
{
  uint64_t power = event->n_targets ? WHOLE : 1;
  for (uint32_t i = 0; i < event->n_targets; i++) {
    object_id object = u->prog->targets.at[event->first_target + i].object;
    power = least(power, u->kept.known.at[object].power ? u->kept.known.at[object].power : 1);
  }
  return power;
}

static uint64_t
power_at(const struct unfold *u, value_id value, unsigned depth)
{
  const struct value node = u->prog->values.at[value];
  uint64_t k;
  if (node.op == OP_CONST)
    return power_in(node.imm);
  if (!depth--)
    return 1;
  switch (node.op) {
  case OP_ADD:
  case OP_SUB:
    return least(power_at(u, node.arg[0], depth), power_at(u, node.arg[1], depth));
  case OP_MUL:
    return least(WHOLE, power_at(u, node.arg[0], depth) * power_at(u, node.arg[1], depth));
  case OP_SHL:
    return value_is_const(u->prog, node.arg[1], &k) && k < 3
             ? least(WHOLE, power_at(u, node.arg[0], depth) << k)
             : power_at(u, node.arg[0], depth);
  case OP_CONCAT:
    k = v_width(u, node.arg[1]);
    if (node.arg[1] == value_const(u->prog, (unsigned)k, 0))
      return k < 3 ? least(WHOLE, power_at(u, node.arg[0], depth) << k) : WHOLE;
    return least(power_at(u, node.arg[1], depth), k < 3 ? UINT64_C(1) << k : WHOLE);
  case OP_ITE:
    return least(power_at(u, node.arg[1], depth), power_at(u, node.arg[2], depth));
  case OP_ZEXT:
  case OP_SEXT:
    return power_at(u, node.arg[0], depth);
  case OP_LOADED:
    return node.imm < u->prog->events.n ? loaded_power(u, &u->prog->events.at[node.imm]) : 1;
  default:
    return 1;
  }
}

uint64_t
copy_power(struct unfold *u, value_id length)
{
  struct value_set set = values_get(u->values, length);
  uint64_t power = WHOLE;
  if (!value_set_is_exact(set))
    return power_at(u, length, 16);
  for (uint32_t i = 0; i < set.n; i++)
    power = least(power, power_in(set.at[i]));
  return power;
}

/* How many bytes there are at most from this address on. */
static uint64_t
room_at(struct unfold *u, value_id address)
{
  VEC(struct target) targets = {0};
  uint64_t room = 0;
  access_targets(u, address, &targets.at, &targets.n);
  for (size_t i = 0; i < targets.n; i++) {
    uint64_t here = u->prog->objects.at[targets.at[i].object].size - targets.at[i].offset;
    room = here > room ? here : room;
  }
  vec_drop(targets.at);
  return room;
}

/* ---- the pieces ---- */

struct part {
  uint64_t offset;
  value_id value, guard;
};

struct transfer {
  struct unfold *u;
  const struct copy *copy;
  struct path before;
  bool stopped; /* nobody goes on */
  VEC(struct part) parts;
};

static value_id
moved(struct unfold *u, value_id address, uint64_t offset)
{
  return v_op(u, OP_ADD, address, v_const(u, v_width(u, address), offset));
}

/* The guard of what happens only if the length is at least `end`. */
static value_id
guard_to(const struct transfer *t, uint64_t end)
{
  struct unfold *u = t->u;
  value_id length = t->copy->length, last = v_const(u, v_width(u, length), end - 1);
  value_id guard = t->before.guard, reached = v_op(u, OP_ULT, last, length);
  return value_and(u->prog, guard, facts_strip(u, guard, reached));
}

static value_id
repeated(struct unfold *u, value_id byte, uint32_t bytes)
{
  value_id value = byte;
  while (v_width(u, value) < 8 * bytes)
    value = value_concat(u->prog, byte, value);
  return value;
}

/* Reads, or makes, what is to be written at `offset`; false if nobody comes that far. */
static bool
take_part(struct transfer *t, uint64_t offset, uint32_t bytes)
{
  struct unfold *u = t->u;
  value_id guard = guard_to(t, offset + bytes), value;
  if (guard == VALUE_FALSE)
    return false;
  path_go(u, t->before, guard);
  if (t->copy->fills)
    value = repeated(u, t->copy->from, bytes);
  else
    value = access_load(u, moved(u, t->copy->from, offset), bytes, ORDER_PLAIN);
  t->stopped |= path_is_stopped(u) && guard == t->before.guard;
  if (path_is_stopped(u))
    return false;
  vec_push(&t->parts, ((struct part){offset, value, u->path.guard}));
  return true;
}

static void
put_parts(struct transfer *t)
{
  struct unfold *u = t->u;
  for (size_t i = 0; i < t->parts.n && !t->stopped; i++) {
    const struct part *part = &t->parts.at[i];
    path_go(u, t->before, part->guard);
    access_store(u, moved(u, t->copy->to, part->offset), part->value, ORDER_PLAIN);
    t->stopped = path_is_stopped(u) && part->guard == t->before.guard;
    if (path_is_stopped(u))
      return;
  }
}

/* All pieces together lie within the extents, or the copy is invalid. */
static void
check_extents(struct transfer *t)
{
  struct unfold *u = t->u;
  value_id guard = guard_to(t, 1);
  for (int i = 0; i < 2 - t->copy->fills && guard != VALUE_FALSE && !t->stopped; i++) {
    path_go(u, t->before, guard);
    life_check_extent(u, i ? t->copy->from : t->copy->to, t->copy->length);
    t->stopped = path_is_stopped(u) && guard == t->before.guard;
  }
}

/* A run that goes on behind the room there is makes a mistake; should we be wrong, it is cut. */
static void
end_behind(struct transfer *t, uint64_t room)
{
  struct unfold *u = t->u;
  size_t before = t->parts.n;
  if (!t->stopped && take_part(t, room, 1)) {
    struct part last = t->parts.at[before];
    access_store(u, moved(u, t->copy->to, room), last.value, ORDER_PLAIN);
    if (!path_is_stopped(u))
      flow_cut(u, (unsigned)room, true);
    t->stopped |= last.guard == t->before.guard;
    t->parts.n = before;
  }
}

bool
copy_run(struct unfold *u, const struct copy *copy)
{
  struct value_set set = values_get(u->values, copy->length);
  uint64_t power = copy_power(u, copy->length), room = room_at(u, copy->to);
  if (!copy->fills)
    room = least(room, room_at(u, copy->from));
  bool listed = value_set_is_exact(set);
  uint64_t most = listed ? least(room, set.at[set.n - 1]) : room;
  if (most > MOST_PIECES * power)
    return false;
  struct transfer t = {.u = u, .copy = copy, .before = u->path};
  struct target layout = call_layout(u, copy->to, copy->fills ? copy->to : copy->from);
  check_extents(&t);
  u->now.within = true;
  bool more = !t.stopped;
  for (uint64_t done = 0; done < most && more;) {
    uint32_t bytes = call_piece(u, layout, done, most - done);
    while (bytes > power)
      bytes /= 2;
    more = take_part(&t, done, bytes);
    done += bytes;
  }
  if (!listed || set.at[set.n - 1] > room)
    end_behind(&t, room);
  put_parts(&t);
  u->now.within = false;
  path_go(u, t.before, t.stopped ? VALUE_FALSE : t.before.guard);
  vec_free(&t.parts);
  return true;
}
