/* Inside the encoder: what its parts share. */
#ifndef HEDDLE_ENCODE_PART_H
#define HEDDLE_ENCODE_PART_H

#include "encode/encode.h"
#include "encode/gates.h"

/* A piece of memory that is read and written as a unit. Its bits are those of a set of constants:
 * bits that are the same in all of them need no literal, and bits that always agree share one. */
struct cell {
  object_id object;
  uint64_t offset;
  uint32_t bytes;
  uint8_t same[WORD_MAX]; /* per bit: the earlier bit it copies, itself if none */
  lit bits[WORD_MAX];     /* as of the context being walked */
};

/* What a target of an access covers: cells first .. first+n-1. */
struct span {
  uint32_t first, n;
};

struct encoding {
  const struct prog *prog;
  const struct labels *labels;
  struct values *values;
  unsigned rounds;
  struct gates gates;

  VEC(lit) bits;           /* of all values encoded so far */
  VEC(uint32_t) first_bit; /* per value: index into bits + 1, 0 = not encoded */

  VEC(struct cell) cells;     /* sorted by object and offset */
  VEC(struct span) spans;     /* per prog target */
  VEC(lit) at_target;         /* per prog target: guard and address say here; 0 = not yet */

  VEC(lit) passed; /* per round and label of all threads */
  int violation, cut; /* what is asked; 0 = never true */
};

/* ---- word.c ---- */

/* The literals of a value, least significant first. The pointer holds until the next call. */
const lit *encode_value(struct encoding *encoding, value_id value);
lit encode_bool(struct encoding *encoding, value_id value);
/* Finds the shared structure of the bits of a set: same[i] is the earlier bit that bit i equals in
 * all elements, or i; fixed[i] is GATE_TRUE or GATE_FALSE for a constant bit, else 0. */
void encode_columns(struct value_set set, unsigned width, uint8_t *same, lit *fixed);

/* ---- memory.c ---- */

void memory_layout(struct encoding *encoding);
void memory_reset(struct encoding *encoding); /* to the initial contents */
/* The access happens in this context iff `now`. */
void memory_access(struct encoding *encoding, const struct event *event, lit now);

/* ---- schedule.c ---- */

/* Thread t has passed label l by the end of round r. */
lit schedule_passed(const struct encoding *encoding, thread_id t, unsigned r, uint32_t l);
void schedule_build(struct encoding *encoding);

#endif
