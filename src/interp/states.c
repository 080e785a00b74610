#include "interp/states.h"

#include "base/invariant.h"
#include "base/mutant.h"

/* 96 bits of the fingerprint stand for a state: with a hundred million states the chance that any
 * two of them are taken for one is below 10^-13, while a full state would need hundreds of bytes
 * instead of these sixteen. */
struct states_slot {
  uint64_t a;
  uint32_t b;
  uint32_t turn; /* plus 1; 0 = empty slot */
};

static struct states_slot *
probe(const struct states *states, uint64_t a, uint32_t b)
{
  INVARIANT(states->n < states->cap && !(states->cap & (states->cap - 1)));
  size_t i = (size_t)a & (states->cap - 1);
  while (states->slots[i].turn && (states->slots[i].a != a || states->slots[i].b != b))
    i = (i + 1) & (states->cap - 1);
  return &states->slots[i];
}

static void
grow(struct states *states)
{
  struct states old = *states;
  states->cap = old.cap ? 2 * old.cap : 1024;
  states->slots = mem_alloc(states->cap * sizeof *states->slots);
  for (size_t i = 0; i < old.cap; i++)
    if (old.slots[i].turn)
      *probe(states, old.slots[i].a, old.slots[i].b) = old.slots[i];
  states_free(&old);
}

enum seen
states_enter(struct states *states, struct fingerprint state, uint32_t turn)
{
  if (4 * (states->n + 1) > 3 * states->cap)
    grow(states);
  uint32_t b = (uint32_t)(state.b >> 32);
  struct states_slot *slot = probe(states, state.a, b);
  if (slot->turn && (slot->turn <= turn + 1 || MUTANT(STATE_SEEN_LATER)))
    return SEEN_BEFORE;
  INVARIANT(turn < UINT32_MAX); /* 0 is an empty slot */
  enum seen seen = slot->turn ? SEEN_LATER : SEEN_NEVER;
  states->n += seen == SEEN_NEVER;
  *slot = (struct states_slot){state.a, b, turn + 1};
  return seen;
}

void
states_free(struct states *states)
{
  vec_drop(states->slots);
  *states = (struct states){0};
}
