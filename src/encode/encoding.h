/* Inside the encoder: the encoding that its files build together, and what each offers the
 * others. */
#ifndef HEDDLE_ENCODE_ENCODING_H
#define HEDDLE_ENCODE_ENCODING_H

#include "encode/encode.h"
#include "encode/gates.h"

/* What is known of the bits of a word: those that are constant, and those that always agree with an
 * earlier one. */
struct shape {
  uint8_t same[WORD_MAX]; /* per bit: the earlier bit it copies, itself if none */
  lit fixed[WORD_MAX];    /* GATE_TRUE, GATE_FALSE, or 0 */
};

/* A piece of memory that is read and written as a unit. */
struct cell {
  object_id object;
  uint64_t offset;
  uint32_t bytes;
  struct shape shape;
  lit bits[WORD_MAX]; /* as of the context being walked */
  lit view[WORD_MAX]; /* as its thread sees it, buffer and all; where that is needed */
};

/* What a target of an access covers: cells first .. first+n-1. */
struct span {
  uint32_t first, n;
};

/* What is late, thread by thread; see buffer.c. All empty under sequential consistency. */
struct buffered {
  event_id event;
  thread_id thread;
  lit guard;
  bool closed; /* in a closed label: it does not wait of its own accord */
};
struct border {    /* of the thread at hand */
  uint32_t stores; /* those before it have smaller numbers */
  lit guard;
  uint32_t row; /* its literals in border_literals, as many as a store has */
};
struct link { /* of the store at hand: another one has to leave before it, if a and b hold */
  uint32_t store;
  lit a, b;
};
struct buffer {
  VEC(struct buffered) stores;
  VEC(lit) literals;       /* per store and round: two */
  VEC(uint32_t) index;     /* per event: the number of a late store */
  VEC(struct span) at_end; /* per thread: likewise, when it ends */
  VEC(struct border) borders;
  VEC(lit) border_literals;
  VEC(struct link) links;
  VEC(bool) asked;   /* per cell: its contents at the end matter for questions about states */
  VEC(uint8_t) uses; /* per cell and thread: set of enum use */
};
enum use {
  USE_LOAD = 1,
  USE_STORE = 2,
  USE_LATE = 4,
  USE_VIEW = 8, /* it may load what is in its own buffer */
  USE_ANY = 15,
};

struct staircase; /* staircase.h */

struct encoding {
  const struct prog *prog;
  const struct labels *labels;
  struct values *values;
  const struct ranges *ranges; /* NULL: every bit counts */
  unsigned rounds;
  const struct part *part;     /* NULL: all schedules */
  struct staircase *staircase; /* one order of all labels; then there is one round. NULL: rounds */
  struct gates gates;

  VEC(lit) bits;           /* of all values encoded so far */
  VEC(uint32_t) first_bit; /* per value: index into bits + 1, 0 = not encoded */

  VEC(struct cell) cells; /* sorted by object and offset */
  VEC(struct span) spans; /* per prog target */
  VEC(lit) at_target;     /* per prog target: guard and address say here; 0 = not yet */

  VEC(lit) passed;  /* per round and label of all threads */
  VEC(lit) created; /* per round and thread */
  struct buffer buffer;
  int questions[QUESTIONS]; /* what is asked; 0 = never true */
  VEC(struct cut) cuts;
  lit always; /* a variable that is true; 0 = it was not needed */
  VEC(struct restriction) restrictions;
  lit first_round; /* another one; 0 = there is none */
};

/* ---- encode.c ---- */

/* What both schedulers begin and end with: the values and cells; the questions. */
struct encoding *encoding_begin(const struct prog *prog, const struct labels *labels,
                                struct values *values, const struct ranges *ranges,
                                struct sink *sink);
void encoding_ask(struct encoding *encoding);
/* In the solver's model, constants included. */
bool encoding_holds(struct sat *sat, lit literal);

/* ---- word.c ---- */

/* The literals of a value, least significant first. The pointer holds until the next call. */
const lit *encode_value(struct encoding *encoding, value_id value);
lit encode_bool(struct encoding *encoding, value_id value);
/* By the set if it is exact, else by the range. */
struct shape encode_shape(const struct encoding *encoding, struct value_set set, struct range range,
                          unsigned width);

/* ---- memory.c ---- */

void memory_layout(struct encoding *encoding);
void memory_reset(struct encoding *encoding); /* to the initial contents */
/* The access happens in this context iff `now`. Thread t sees its own buffer; NOBODY: all buffers
 * are empty. */
void memory_access(struct encoding *encoding, const struct event *event, lit now, thread_id t);
/* Late store number `index` is in its thread's buffer in round r, and perhaps leaves it, in the
 * turn; it leaves it at the end of the round. */
void memory_buffer(struct encoding *encoding, uint32_t index, unsigned r);
void memory_leave(struct encoding *encoding, uint32_t index, unsigned r);
/* Its thread still sees it, after the last round, if it has not left by then. */
void memory_remain(struct encoding *encoding, uint32_t index);
/* The thread sees memory as it is when its turn begins. */
void memory_turn(struct encoding *encoding, thread_id t);
/* The event's guard holds and its address is prog.targets[index], one of its targets. */
lit memory_at_target(struct encoding *encoding, const struct event *event, uint32_t index);
bool memory_is_access(const struct event *event); /* that may happen */
/* The literals of what is loaded or stored; they outlive the next call. */
void memory_value(struct encoding *encoding, const struct event *event, lit value[WORD_MAX]);
/* when and here -> value = the bits of the cell; a literal of the value needs saying only once. */
void memory_load_cell(struct encoding *encoding, const struct cell *cell, const lit *bits, lit when,
                      lit here, const lit *value);

/* ---- schedule.c ---- */

/* Thread t has passed label l by the end of round r. */
lit schedule_passed(const struct encoding *encoding, thread_id t, unsigned r, uint32_t l);
/* Thread t exists at its turn in round r. */
lit schedule_created(const struct encoding *encoding, thread_id t, unsigned r);
void schedule_build(struct encoding *encoding);
/* As far as the thread itself is concerned, it can pass the label. */
lit schedule_can_pass(struct encoding *encoding, const struct label *label);

/* ---- buffer.c ---- */

void buffer_build(struct encoding *encoding);
void buffer_free(struct buffer *buffer);
/* The store has left the buffer by the end of its thread's turn in round r; by its end. */
lit buffer_left(const struct encoding *encoding, uint32_t index, unsigned r);
lit buffer_seen(const struct encoding *encoding, uint32_t index, unsigned r);
/* Its label is passed by the end of round r. */
lit buffer_passed(const struct encoding *encoding, uint32_t index, unsigned r);
/* Threads that look at the cell notice that the store leaves the buffer, in its thread's turn in
 * round r, or at the end of that round: if the first literal holds and the second does not. */
struct change {
  lit now, before;
};
struct change buffer_leaves(const struct encoding *encoding, uint32_t index, unsigned r,
                            bool at_end, uint32_t cell);
/* Memory, as walked, has the store in the cell when its thread's turn in round r begins. */
lit buffer_is_in_memory(const struct encoding *encoding, uint32_t index, unsigned r, uint32_t cell);
/* The thread may load from the cell while it has stores to it in its buffer. */
bool buffer_is_viewed(const struct encoding *encoding, thread_id t, uint32_t cell);
/* If so, nothing is left in any buffer when the last round ends. */
void buffer_must_be_empty(struct encoding *encoding, lit when);

/* ---- halt.c ---- */

/* Literals to be assumed: the run ends in a deadlock, or before a race; 0 = never. */
int halt_deadlock(struct encoding *encoding);
int halt_race(struct encoding *encoding);

#endif
