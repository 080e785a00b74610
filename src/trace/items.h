/* Display items: a run boiled down to what is worth telling, in order, as plain data.
 * The renderers (render_text.c, render_json.c) only walk this list. */
#ifndef HEDDLE_TRACE_ITEMS_H
#define HEDDLE_TRACE_ITEMS_H

#include "trace/model.h"
#include "trace/trace.h"

/* X(name, word in JSON) */
#define ITEM_KINDS(X)                                                                              \
  X(READ, "read")                                                                                  \
  X(WRITE, "write")                                                                                \
  X(UPDATE, "update") /* reads `old` and writes `value` in one step */                             \
  X(LOCAL, "local")   /* an assignment that nobody else can see */                                 \
  X(INPUT, "input")                                                                                \
  X(CREATE, "create")                                                                              \
  X(JOIN, "join")                                                                                  \
  X(CALL, "call")   /* of a library function; `words` say what it did */                           \
  X(SEEN, "seen")   /* others can see from here on what was written before */                      \
  X(FENCE, "fence") /* where the memory model knows them */                                        \
  X(VIOLATION, "violation")                                                                        \
  X(WAITS, "waits")   /* for ever: a deadlock */                                                   \
  X(TOUCHES, "races") /* is about to read or write what another is about to touch */

enum item_kind {
#define X(name, text) ITEM_##name,
  ITEM_KINDS(X)
#undef X
};

/* Weak memory: what about a step has to do with the buffer of its thread? (late.c) */
enum timing {
  TIMING_PLAIN,
  TIMING_WAITS,     /* a store that others see late */
  TIMING_SEEN,      /* when they do */
  TIMING_UNNOTICED, /* the same, before others did anything: not worth a word */
  TIMING_FORWARDED, /* a load that finds what waits */
};

struct item {
  enum item_kind kind;
  enum timing timing; /* READ: may be FORWARDED; WRITE, CALL: may WAIT */
  thread_id thread;
  uint32_t context;
  event_id event;
  event_id stored; /* WRITE, UPDATE, LOCAL: the event of the store */
  uint32_t step;   /* of the run, with which it begins; behind the last one at the end of the run */
  place_id place;  /* in the user's code; 0 = nowhere */
  /* memory: READ, WRITE, UPDATE, LOCAL, SEEN; CALL: what it is about, if object is not 0 */
  object_id object;
  uint64_t offset;
  uint32_t bytes;
  uint64_t old, value;
  thread_id child;           /* CREATE, JOIN; WAITS: whom it waits for, or NOBODY */
  uint32_t input;            /* INPUT: index into prog.inputs */
  const struct model *model; /* CALL */
  const char *function;      /* CALL */
  bool changed;              /* CALL: it has written something */
  bool resumed;              /* CALL: it began in an earlier context */
  bool minor;                /* the bug does not depend on it, or it says nothing new (minor.c) */
};

struct items {
  VEC(struct item) all;
  VEC(uint32_t) other_inputs; /* used, but not at a step that could show them */
};

void items_find(struct items *items, const struct trace_input *input);
void items_free(struct items *items);
/* For items_find. */
void items_mark_minor(struct items *items, const struct trace_input *trace);

const char *item_kind_name(enum item_kind kind);
/* "stack.head", with a note where it is another thread's variable. */
void item_variable(struct str *out, const struct prog *prog, const struct item *item);
/* "locks m", "finds m locked", "calls foo()" */
/* `code` is the line it stands on, or "". */
void item_words(struct str *out, const struct prog *prog, const struct item *item,
                const char *code);

/* "__VERIFIER_nondet_int()" or "x (uninitialised)", and its value in this run. */
void input_name(struct str *out, const struct prog *prog, uint32_t input);
/* Is it a choice of the front end, and not of the program or the library? */
bool input_is_untold(const struct input *input);
bool input_is_signed(const struct prog *prog, uint32_t input);
uint64_t input_value(const struct trace_input *trace, uint32_t input);
unsigned input_width(const struct prog *prog, uint32_t input); /* of its value */

/* "assertion failed: x == 1" */
void violation_words(struct str *out, const struct event *event);
/* What is wrong with a run, in one line: the above with the object and the other thread it
 * concerns, "deadlock: ...", "data race on x: ...". Nothing if nothing is wrong. */
void bug_words(struct str *out, const struct trace_input *trace);
/* Its kind as one word, of those in prog text: "assertion", "race", "deadlock". */
const char *bug_kind(const struct trace_input *trace);
bool bug_is_race(const struct trace_input *trace);
/* The block whose life this object is; 0 = it is none. */
object_id block_of_life(const struct prog *prog, object_id life);
/* If it is one: the two accesses. */
void race_find(struct touch touch[2], const struct trace_input *trace);
/* The user's place where the run ends; 0 = nowhere. */
place_id bug_place(const struct trace_input *trace);

/* What else has to do with a bug: the accesses of a race, the threads of a deadlock, where the
 * object of an invalid access was made and freed. */
struct partner {
  thread_id thread; /* or NOBODY */
  place_id place;   /* the user's; 0 = nowhere */
  bool essential;   /* without it, it would be another bug */
  struct str words; /* "thread 1 (worker) writes x" */
};
struct partners {
  VEC(struct partner) all;
};
void partners_find(struct partners *partners, const struct trace_input *trace);
void partners_free(struct partners *partners);

/* "waits for m, which thread 1 (worker) holds" */
void wait_words(struct str *out, const struct prog *prog, const struct item *item);

/* The user's place at which the thread is created; 0 for main. */
place_id thread_created_at(const struct prog *prog, thread_id thread);
/* Do two places of the user lie on one line of one call of a function? */
bool place_same_line(const struct prog *prog, place_id a, place_id b);

/* held.c: a lock that a thread has, from one item to the one that gave it back, which is the number of
 * items if it has it at the end. */
struct lock_held {
  uint32_t named; /* the item that took it at first */
  uint32_t taken, given;
};
struct locks_held {
  VEC(struct lock_held) all;
};
void locks_held_find(struct locks_held *held, const struct items *items);

/* late.c: of each step. */
typedef VEC(enum timing) timing_list;
void timings_find(timing_list *timings, const struct trace_input *trace);
/* "fence: its store buffer is empty" */
void fence_words(struct str *out, const struct prog *prog, const struct item *item);

/* inputs.c: for each input, 1 + the index of the first step whose value, address or guard depends
 * on it; 0 = none. `indirect` inputs were found in what memory initially holds. The inputs of one
 * step are a list, in ascending order. */
struct input_uses {
  VEC(uint32_t) first;
  VEC(bool) indirect;
  struct map of_step; /* 1 + its index -> 1 + its first input */
  VEC(uint32_t) next; /* 1 + the next input of the same step */
};
void input_uses_find(struct input_uses *uses, const struct trace_input *trace);
void input_uses_free(struct input_uses *uses);

#endif
