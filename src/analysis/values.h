/* What values can be: for each value of a prog a finite set of constants, or "anything", or a
 * finite set that is open: one of these constants, or something that to use as a pointer is always
 * an error (what uninitialised memory happened to hold), or an address somewhere in one of a few
 * objects: what becomes of a pointer that is moved through an array.
 *
 * Flow-insensitive and sound for every schedule and any number of rounds: a load can give whatever
 * any store ever puts into one of its targets. The front end uses it while unfolding to find out
 * where pointers point; the encoder to give loads and cells no more bits than they need. */
#ifndef HEDDLE_ANALYSIS_VALUES_H
#define HEDDLE_ANALYSIS_VALUES_H

#include "ir/prog.h"

/* At most this many constants are told apart; sorted, zero-extended. */
enum { VALUE_SET_MAX = 64 };

/* Addresses in an object: base + offset + k * stride, for all k that stay inside. */
struct somewhere {
  object_id object;
  uint64_t stride, offset; /* 0 <= offset < stride */
};

struct value_set {
  uint32_t n;   /* 0 and not open: anything */
  bool open;    /* or garbage: to use it as a pointer is always an error */
  bool address; /* of anything: addresses were put in before it became too much to list */
  const uint64_t *at;
  uint32_t n_some; /* if open: or one of these; each object once */
  const struct somewhere *some;
};
/* For assert(): sorted, each element once; strides that are none, and open if there are any. */
bool value_set_is_sound(struct value_set set);
/* Only the listed constants? */
bool value_set_is_exact(struct value_set set);
/* The object that this number is an address of, or was made from by a little arithmetic; also if
 * something else is packed into the bits that addresses do not use. 0 = none. */
object_id value_object(const struct prog *prog, unsigned width, uint64_t bits);
/* May an address be in it, or be part of it? */
bool value_set_has_address(const struct prog *prog, unsigned width, struct value_set set);

/* What the shared cells of memory may hold, by object and offset. It only grows, and may be carried
 * from one unfolding of a program to the next as long as object ids keep their meaning. */
struct contents;
struct contents *contents_new(void);
void contents_free(struct contents *contents);
/* Adds what the prog's stores and initial values put into memory, up to the fixpoint. True if the
 * contents grew. */
bool contents_grow(struct contents *contents, const struct prog *prog);
/* From now on a pointer that is moved as far as another object is one into that object. */
void contents_have_distances(struct contents *contents);

/* Sets of values under given contents; computed when first asked for, also for a prog that is
 * still being built. Borrows its arguments. */
struct values;
struct values *values_new(const struct prog *prog, const struct contents *contents);
/* The same for a finished prog, with contents of its own. */
struct values *values_find(const struct prog *prog);
/* The set stays valid until values_free. */
struct value_set values_get(struct values *values, value_id value);
/* Values from this one on have changed. */
void values_forget(struct values *values, value_id from);
void values_free(struct values *values);

/* A number that divides whatever the value can be, by its shape: 8 for i * 8. */
uint64_t values_stride(const struct prog *prog, value_id value);

/* Cells by number: pieces of memory that are always read and written as a whole. NO_CELL for one
 * that overlaps others, or that nothing touches. */
#define NO_CELL UINT32_MAX
uint32_t values_cells(const struct values *values);
uint32_t values_find_cell(const struct values *values, object_id object, uint64_t offset,
                          uint32_t bytes);

/* The set of what one cell may hold; {0} for one that nothing is known to be put into. */
struct value_set values_of_cell(const struct values *values, object_id object, uint64_t offset,
                                uint32_t bytes);

#endif
