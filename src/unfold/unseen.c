/* What a new block happens to hold, and nobody sees.
 *
 *     struct node *n = malloc(sizeof *n);
 *     n->next = top;
 *     ...
 *     top = n;
 *
 * A block holds arbitrary bytes at first. If others can touch it, these would be in its cells: each
 * pointer of a list could be garbage, and have all its bits. But who allocates a node fills it before
 * others learn where it is. Then its first contents might as well be known: they are that of which
 * there is least to tell.
 *
 * A thread *receives* an address if it can lie in the block only as some loaded pointer does: one that was
 * loaded as a whole, and of which all that may be loaded is listed and not garbage; or a choice between such
 * values; or a little more than such a value. Others have an address because they made the block. It is enough
 * that a byte is certainly written
 *
 * - before each store of a value that may be an address in the block, and was not received,
 * - before each load of the byte through an address that was not received,
 *
 * by the same thread. Certainly: its guard is implied, and it goes to the block itself, or as far from
 * the start of the block as the address in question says.
 *
 * Why nobody sees what was there before. Take a run, and the first load that gives a pointer into the block, among
 * those from which addresses are received. A whole store has put it there. What that stored was not received, since
 * there was nothing to receive before. So its thread wrote the byte earlier. Hence whoever has received the
 * address comes later than that write, and whoever has it otherwise wrote the byte himself. (Under memory
 * models that let stores overtake each other that need not have been seen, so nothing is said there.)
 *
 * As all that is known of a turn, this is a guess that the turn has to bear out: all bytes are taken to be
 * unseen until a turn shows otherwise. The argument above is about the first moment of a run at which it would
 * be wrong, for any byte; up to there garbage of blocks plays no part. */
#include "unfold/unseen.h"

#include <stdlib.h>

#include "base/mutant.h"
#include "unfold/build.h"
#include "unfold/facts.h"
#include "unfold/memory.h"
#include "unfold/state.h"

/* Objects lie further apart than ROOM. */
enum { ROOM = 1024, MAX_STEPS = 200, MAX_WORK = 20000000 };

/* The block at work. */
struct block {
  struct unfold *u;
  object_id object;
  VEC(event_id) written; /* stores of the present thread that may go to it */
  const bool *looked_at; /* bytes that somebody loads */
};

bool
unseen_is(const struct unfold *u, struct target target, uint32_t bytes)
{
  const struct known_object *known = &u->kept.known.at[target.object];
  bool unseen = u->prog->objects.at[target.object].kind == OBJECT_HEAP && !known->zeroed &&
                !known->born_alone && !(u->options->stores_late && !MUTANT(GARBAGE_LATE)) &&
                !MUTANT(GARBAGE_SEEN);
  for (uint32_t i = 0; i < bytes && unseen && known->seen; i++)
    unseen = !known->seen[target.offset + i];
  return unseen;
}

/* Somebody is about to read what they held at first, in private memory: in a turn that does not know yet that
 * they are shared, or because he really does. */
bool
unseen_is_read(struct unfold *u, struct target target, uint32_t bytes)
{
  bool unseen = unseen_is(u, target, bytes);
  if (unseen && !MUTANT(GARBAGE_GUESSED))
    vec_push(&u->turn.unseen, ((struct unseen){target, bytes}));
  return unseen;
}

/* True if that is news. */
static bool
is_seen(struct unfold *u, object_id object, uint64_t offset)
{
  struct known_object *known = &u->kept.known.at[object];
  if (!known->seen)
    known->seen = mem_alloc(u->prog->objects.at[object].size + 1);
  bool news = !known->seen[offset];
  known->seen[offset] = true;
  return news;
}

/* ---- addresses ---- */

static bool
is_near(const struct block *b, uint64_t bits)
{
  const struct prog *prog = b->u->prog;
  return value_object(prog, prog->pointer_bits, bits) == b->object;
}

/* May it be an address in the block, as far as its set lists any? */
static bool
lists_block(const struct block *b, struct value_set set)
{
  for (uint32_t i = 0; i < set.n; i++)
    if (is_near(b, set.at[i]))
      return true;
  for (uint32_t i = 0; i < set.n_some; i++)
    if (set.some[i].object == b->object)
      return true;
  return false;
}

/* Do all of these that are near the block lie in it, or at its end? */
static bool
lies_within(const struct block *b, struct value_set set)
{
  const struct object *object = &b->u->prog->objects.at[b->object];
  for (uint32_t i = 0; i < set.n; i++)
    if (is_near(b, set.at[i]) && set.at[i] - object->base > object->size)
      return false;
  return value_set_is_exact(set);
}

/* How far away it leads to add this; UINT64_MAX if that is not known to be little. */
static uint64_t
length_of(struct unfold *u, value_id value)
{
  struct value_set set = values_get(u->values, value);
  uint64_t most = 0;
  for (uint32_t i = 0; i < set.n; i++) {
    int64_t number = bits_signed(set.at[i], v_width(u, value));
    uint64_t length = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    most = length > most ? length : most;
  }
  return value_set_is_exact(set) ? most : UINT64_MAX;
}

struct walk {
  uint64_t room;
  unsigned steps;
};

static bool
is_received_within(const struct block *b, value_id value, struct walk *walk)
{
  const struct value node = b->u->prog->values.at[value];
  struct value_set set = values_get(b->u->values, value);
  if (value_set_is_exact(set) && !lists_block(b, set))
    return true;
  if (node.width != b->u->prog->pointer_bits || !walk->steps)
    return false;
  walk->steps--;
  if (node.op == OP_LOADED)
    return lies_within(b, set);
  if (node.op == OP_ITE)
    return is_received_within(b, node.arg[1], walk) && is_received_within(b, node.arg[2], walk);
  for (int i = 0; i < 2 && node.op == OP_ADD; i++) {
    uint64_t length = length_of(b->u, node.arg[i]);
    if (length > walk->room)
      continue;
    walk->room -= length;
    return is_received_within(b, node.arg[1 - i], walk);
  }
  return false;
}

static bool
is_received(const struct block *b, value_id value)
{
  struct walk walk = {ROOM, MAX_STEPS};
  return is_received_within(b, value, &walk) || MUTANT(GARBAGE_RECEIVED);
}

/* ---- what a thread has written ---- */

/* A value as a sum. */
struct sum {
  value_id base;
  uint64_t offset;
};

static struct sum
sum_of(const struct unfold *u, value_id value)
{
  const struct value *node = &u->prog->values.at[value];
  uint64_t bits;
  if (node->op == OP_CONST)
    return (struct sum){VALUE_FALSE, node->imm};
  if (node->op == OP_ADD && value_is_const(u->prog, node->arg[1], &bits))
    return (struct sum){node->arg[0], bits};
  return (struct sum){value, 0};
}

/* The only address in the block that the value may be; 0 = there are several. */
static uint64_t
only_address(const struct block *b, value_id value)
{
  struct value_set set = values_get(b->u->values, value);
  uint64_t only = 0;
  for (uint32_t i = 0; i < set.n; i++)
    if (is_near(b, set.at[i])) {
      if (only)
        return 0;
      only = set.at[i];
    }
  return value_set_is_exact(set) ? only : 0;
}

/* Where in the block does the store write, if `address` lies in the block? UINT64_MAX: nobody knows. */
static uint64_t
place_of(const struct block *b, const struct event *store, value_id address)
{
  struct sum to = sum_of(b->u, store->addr), from = sum_of(b->u, address);
  uint64_t base = b->u->prog->objects.at[b->object].base, only = only_address(b, address);
  if (to.base == VALUE_FALSE)
    return to.offset - base;
  return only && (to.base == from.base || MUTANT(GARBAGE_ASTRAY))
           ? only + to.offset - from.offset - base
           : UINT64_MAX;
}

/* Is this byte of the block certainly written, wherever `guard` holds and `address` lies in the block? */
static bool
is_written(const struct block *b, uint64_t offset, value_id guard, value_id address)
{
  for (size_t i = 0; i < b->written.n; i++) {
    const struct event *store = &b->u->prog->events.at[b->written.at[i]];
    uint64_t from = place_of(b, store, address);
    if (from <= offset && offset - from < store->bytes &&
        (facts_truth(b->u, guard, store->guard) > 0 || MUTANT(GARBAGE_PERHAPS)))
      return true;
  }
  return false;
}

/* Bytes that others touch, that somebody loads, and that are not certainly written, are seen. */
static bool
is_filled(struct block *b, struct target target, uint64_t bytes, value_id guard, value_id address)
{
  const bool *shared = b->u->kept.known.at[b->object].shared;
  bool filled = true;
  for (uint64_t i = target.offset; shared && i < target.offset + bytes; i++)
    if (shared[i] && b->looked_at[i] && !is_written(b, i, guard, address))
      filled &= !is_seen(b->u, b->object, i);
  return filled;
}

/* ---- events ---- */

/* What is stored becomes known to others. */
static bool
is_good_store(struct block *b, event_id id)
{
  const struct event *event = &b->u->prog->events.at[id];
  struct target all = {b->object, 0};
  bool good = true;
  if (lists_block(b, values_get(b->u->values, event->value)) && !is_received(b, event->value) &&
      !MUTANT(GARBAGE_PUBLISHED))
    good = is_filled(b, all, b->u->prog->objects.at[b->object].size, event->guard, event->value);
  for (uint32_t k = 0; k < event->n_targets; k++)
    if (b->u->prog->targets.at[event->first_target + k].object == b->object) {
      vec_push(&b->written, id);
      break;
    }
  return good;
}

static bool
is_good_load(struct block *b, event_id id)
{
  const struct event *event = &b->u->prog->events.at[id];
  bool received = false, good = true;
  for (uint32_t k = 0; k < event->n_targets && !received; k++) {
    struct target target = b->u->prog->targets.at[event->first_target + k];
    if (target.object != b->object)
      continue;
    received = is_received(b, event->addr);
    if (!received)
      good &= is_filled(b, target, event->bytes, event->guard, event->addr);
  }
  return good;
}

static void
look_at(const struct unfold *u, object_id object, bool *looked_at)
{
  for (event_id e = 0; e < u->prog->events.n; e++) {
    const struct event *event = &u->prog->events.at[e];
    for (uint32_t k = 0; k < event->n_targets && event->kind == EVENT_LOAD; k++) {
      struct target target = u->prog->targets.at[event->first_target + k];
      for (uint32_t i = 0; i < event->bytes && target.object == object; i++)
        looked_at[target.offset + i] = true;
    }
  }
}

static bool
is_good_thread(struct block *b, const struct thread *thread)
{
  bool good = true;
  b->written.n = 0;
  for (event_id e = thread->first; e < thread->end; e++) {
    const struct event *event = &b->u->prog->events.at[e];
    if (event->guard != VALUE_FALSE && event->kind == EVENT_STORE)
      good &= is_good_store(b, e);
    else if (event->guard != VALUE_FALSE && event->kind == EVENT_LOAD)
      good &= is_good_load(b, e);
  }
  return good;
}

static bool
find_seen(struct unfold *u, object_id object)
{
  bool *looked_at = mem_alloc(u->prog->objects.at[object].size + 1), grew = false;
  struct block b = {.u = u, .object = object, .looked_at = looked_at};
  look_at(u, object, looked_at);
  for (thread_id t = 0; t < u->prog->threads.n; t++)
    grew |= !is_good_thread(&b, &u->prog->threads.at[t]);
  vec_free(&b.written);
  free(looked_at);
  return grew;
}

/* It would take too long to find out. */
static bool
give_up(struct unfold *u, object_id object)
{
  bool grew = false;
  for (uint64_t i = 0; i < u->prog->objects.at[object].size; i++)
    grew |= is_seen(u, object, i);
  return grew;
}

bool
unseen_find(struct unfold *u)
{
  bool grew = false;
  uint64_t work = 0;
  for (size_t i = 0; i < u->turn.unseen.n; i++)
    for (uint32_t k = 0; k < u->turn.unseen.at[i].bytes; k++)
      grew |=
        is_seen(u, u->turn.unseen.at[i].target.object, u->turn.unseen.at[i].target.offset + k);
  for (object_id object = 1; object < u->kept.known.n; object++) {
    const struct known_object *known = &u->kept.known.at[object];
    if (!known->birth || !known->shared || !unseen_is(u, (struct target){object, 0}, 0))
      continue;
    work += u->prog->events.n + u->prog->targets.n;
    grew |= work > MAX_WORK ? give_up(u, object) : find_seen(u, object);
  }
  return grew;
}

/* Something that its maker stores there anyway, if that is known; else zero. */
value_id
unseen_contents(struct unfold *u, struct target target, uint32_t bytes)
{
  const struct known_object *known = &u->kept.known.at[target.object];
  event_id e = known->birth ? u->prog->threads.at[known->maker].first : 0;
  event_id end = known->birth ? u->prog->threads.at[known->maker].end : 0;
  uint64_t bits;
  for (; e < end; e++) {
    const struct event *event = &u->prog->events.at[e];
    if (event->kind != EVENT_STORE || event->n_targets != 1 || event->bytes != bytes)
      continue;
    struct target to = u->prog->targets.at[event->first_target];
    if (to.object == target.object && to.offset == target.offset &&
        value_is_const(u->prog, event->value, &bits))
      return event->value;
  }
  return v_const(u, 8 * bytes, 0);
}
