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
 * Let thread t make the block. It *publishes* the block when it stores a value that may be an address in
 * it. The first contents of a byte are unseen if
 *
 * - before each publication t certainly writes the byte: the store goes to the block itself, and its
 *   guard is implied by that of the publication;
 * - each load of the byte either has an address that was *received*, or is one of t before which t
 *   certainly writes the byte, likewise;
 * - what other threads store is received as well, if it may be an address in the block.
 *
 * An address is received if it can lie in the block only as some loaded pointer does: one that was loaded
 * as a whole, and of which all that may be loaded is listed and not garbage; or a choice between such
 * values; or a little more than such a value.
 *
 * Why nobody sees them. Take a run, and the first load that gives a pointer into the block, among
 * those from which addresses are received. A whole store has put it there. By another thread? What that
 * has stored was received, so it has loaded a pointer into the block before: there is none. So t has
 * published it, earlier, and before that it wrote the byte. (Under memory models that let stores overtake each
 * other that need not have been seen, so nothing is said there.) Hence whoever has received the address
 * comes later than that write. Other addresses in the block there are only in t, which wrote the byte first.
 *
 * As all that is known of a turn, this is a guess that the turn has to bear out: all blocks are taken to be
 * unseen until a turn shows otherwise. The argument above is about the first moment of a run at which it would
 * be wrong, for any block; up to there garbage of blocks plays no part. */
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
  thread_id owner;
  VEC(event_id) written; /* stores of its owner to it, each at one place */
  const bool *looked_at; /* bytes that somebody loads */
};

bool
unseen_is(const struct unfold *u, object_id object)
{
  const struct known_object *known = &u->kept.known.at[object];
  return u->prog->objects.at[object].kind == OBJECT_HEAP && !known->zeroed && !known->born_alone &&
         !known->found && !(u->options->stores_late && !MUTANT(GARBAGE_LATE)) &&
         !MUTANT(GARBAGE_SEEN);
}

/* Is another thread about to read what it holds, as if nobody had written it? That is so in turns that do
 * not know yet that it is shared. */
bool
unseen_is_read(struct unfold *u, object_id object)
{
  struct known_object *known = &u->kept.known.at[object];
  bool by_other = unseen_is(u, object) && known->maker != u->now.thread;
  known->guessed |= by_other && !MUTANT(GARBAGE_GUESSED);
  return by_other;
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

/* ---- what its owner has written ---- */

/* Does the event write this byte of the block, wherever `guard` holds? */
static bool
writes(const struct block *b, event_id store, uint64_t offset, value_id guard)
{
  const struct event *event = &b->u->prog->events.at[store];
  uint64_t from = b->u->prog->targets.at[event->first_target].offset;
  return from <= offset && offset < from + event->bytes &&
         (facts_truth(b->u, guard, event->guard) > 0 || MUTANT(GARBAGE_PERHAPS));
}

static bool
is_written(const struct block *b, uint64_t offset, value_id guard)
{
  for (size_t i = 0; i < b->written.n; i++)
    if (writes(b, b->written.at[i], offset, guard))
      return true;
  return false;
}

static bool
is_filled(const struct block *b, value_id guard)
{
  const bool *shared = b->u->kept.known.at[b->object].shared;
  for (uint64_t i = 0; i < b->u->prog->objects.at[b->object].size; i++)
    if (shared[i] && b->looked_at[i] && !is_written(b, i, guard))
      return false;
  return true;
}

/* ---- events ---- */

/* What the owner stores becomes known to others. */
static bool
is_good_store(struct block *b, event_id id, thread_id thread)
{
  const struct event *event = &b->u->prog->events.at[id];
  uint64_t address;
  if (lists_block(b, values_get(b->u->values, event->value)) && !is_received(b, event->value) &&
      (thread != b->owner || !(is_filled(b, event->guard) || MUTANT(GARBAGE_PUBLISHED))))
    return false;
  if (thread == b->owner && event->n_targets == 1 &&
      value_is_const(b->u->prog, event->addr, &address) &&
      b->u->prog->targets.at[event->first_target].object == b->object)
    vec_push(&b->written, id);
  return true;
}

static bool
is_good_load(const struct block *b, event_id id, thread_id thread)
{
  const struct event *event = &b->u->prog->events.at[id];
  bool received = false;
  for (uint32_t k = 0; k < event->n_targets && !received; k++) {
    struct target target = b->u->prog->targets.at[event->first_target + k];
    if (target.object != b->object)
      continue;
    received = is_received(b, event->addr);
    for (uint32_t i = 0; i < event->bytes && !received; i++)
      if (thread != b->owner || !is_written(b, target.offset + i, event->guard))
        return false;
  }
  return true;
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
is_unseen(struct unfold *u, object_id object)
{
  bool *looked_at = mem_alloc(u->prog->objects.at[object].size + 1), unseen = true;
  struct block b = {
    .u = u, .object = object, .owner = u->kept.known.at[object].maker, .looked_at = looked_at};
  look_at(u, object, looked_at);
  for (thread_id t = 0; t < u->prog->threads.n; t++)
    for (event_id e = u->prog->threads.at[t].first; e < u->prog->threads.at[t].end && unseen; e++) {
      const struct event *event = &u->prog->events.at[e];
      if (event->guard != VALUE_FALSE && event->kind == EVENT_STORE)
        unseen = is_good_store(&b, e, t);
      else if (event->guard != VALUE_FALSE && event->kind == EVENT_LOAD)
        unseen = is_good_load(&b, e, t);
    }
  vec_free(&b.written);
  free(looked_at);
  return unseen;
}

bool
unseen_find(struct unfold *u)
{
  bool grew = false;
  uint64_t work = 0;
  for (object_id object = 1; object < u->kept.known.n; object++) {
    const struct known_object *known = &u->kept.known.at[object];
    if (!unseen_is(u, object) || !known->birth || !(known->shared || known->guessed))
      continue;
    work += u->prog->events.n + u->prog->targets.n;
    if (work > MAX_WORK || known->guessed || !is_unseen(u, object))
      grew = u->kept.known.at[object].found = true;
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
