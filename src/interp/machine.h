/* The machine: the state of one run of a prog, and the step "thread t passes its next label".
 *
 * Shared by interp_run, which moves it along a schedule, and interp_explore, which moves it back
 * and forth over all of them. Every change is on a trail, so that any earlier state can be restored
 * with a mark. Private to src/interp. */
#ifndef HEDDLE_INTERP_MACHINE_H
#define HEDDLE_INTERP_MACHINE_H

#include "interp/interp.h"

/* Two sums of independent hashes over the parts of the state in which it differs from the
 * beginning; kept up to date with every change. */
struct fingerprint {
  uint64_t a, b;
};

/* Where an access lands: the address, and the first byte in machine.memory. */
struct spot {
  uint64_t addr;
  size_t byte;
};

enum change_kind {
  CHANGE_VALUE,
  CHANGE_BYTE,
  CHANGE_POSITION,
  CHANGE_CREATED,
  CHANGE_ISSUED, /* old: the event that went into the thread's buffer */
  CHANGE_LEFT,   /* old: where in the buffer it stood; the entry is in machine.gone */
};
struct change {
  enum change_kind kind;
  uint32_t old;
  size_t at; /* value, byte or thread */
};

/* What a buffer holds (buffer.c). */
struct entry {
  event_id event;
  bool border;    /* divides what comes before it from itself and what comes behind */
  bool stays;     /* till machine_leave is called, or something drives it out */
  uint32_t bytes; /* 0: only a border */
  size_t byte;    /* where, as in struct spot */
  uint64_t addr, bits;
};
struct buffer {
  struct entry *at;
  size_t n, cap;
};

/* What the memory model says about an event. */
struct event_rule {
  bool late, barrier, border;
  bool visible; /* to other threads */
  thread_id thread;
};

struct mark {
  size_t changes, steps;
  struct fingerprint print;
};

enum outcome {
  OUTCOME_PASSED,
  OUTCOME_VIOLATION,
  OUTCOME_WAITS,   /* a JOIN, BLOCK or ASSUME does not let it through, or a late store */
  OUTCOME_CUT,     /* reaches a CUT */
  OUTCOME_INVALID, /* an access outside its targets */
  OUTCOME_DEMANDS, /* needs machine.demanded, an input that has no value yet */
};

struct machine {
  const struct prog *prog;
  const struct labels *labels;

  /* Values (eval.c). `stack` and `passing` are scratch space of machine_eval. */
  uint8_t *known; /* enum known */
  uint64_t *bits;
  value_id *node_of_input; /* its OP_INPUT, or NO_NODE */
  uint32_t demanded;
  VEC(value_id) stack;
  VEC(value_id) passing;

  /* Memory: the touched parts of the accessible objects one after the other, each byte 0..255 or
   * BYTE_SYMBOLIC: still what prog.inits says, and that depends on inputs not chosen yet. */
  uint16_t *memory;
  size_t memory_size;
  struct spot *spots;      /* of prog.targets */
  size_t *origin;          /* of each object: index of its byte 0, modulo 2^64 */
  struct map init_of_byte; /* of symbolic bytes: index into prog.inits */

  uint32_t *position; /* labels passed by each thread */
  bool *created;

  /* Last uses (live.c): dying[first_dying[l+1]..first_dying[l]) are the loads and inputs that the
   * thread of label l does not use after l; `users` counts, for each value, the threads that may
   * still use it. */
  uint32_t *users;
  size_t *first_dying;
  VEC(value_id) dying;

  /* Store buffers (buffer.c); without rules there are none. */
  struct event_rule *rules;
  struct buffer *buffers;  /* of each thread */
  size_t buffered;         /* entries of all of them */
  VEC(struct entry) gone;  /* that have left, in the order of the trail */
  bool keeps;              /* what others could look at stays, but for that of closed labels */
  const struct part *part; /* says which are closed; NULL: none */
  uint32_t *until; /* unless NULL, of each event: others do not see it before that context */

  VEC(struct change) trail;
  struct fingerprint print;
  struct run *run;                                        /* where steps are recorded, or NULL */
  void (*notice)(void *noticer, const struct step *step); /* is told of them, or NULL */
  void *noticer;
  uint32_t context;
};

enum known {
  UNKNOWN,
  KNOWN,
  UNSETTLED, /* depends on a load whose turn has not come; during one machine_eval only */
  DEMANDING, /* depends on an input not chosen; bits = its index; during one machine_eval only */
};
#define NO_NODE UINT32_MAX
enum { BYTE_SYMBOLIC = 256 };

/* Inputs may be chosen between machine_init and machine_start, which puts prog.inits into memory
 * and lets main exist. */
void machine_init(struct machine *machine, const struct prog *prog, const struct labels *labels);
void machine_start(struct machine *machine);
void machine_free(struct machine *machine);

void machine_choose(struct machine *machine, uint32_t input, uint64_t bits);

struct mark machine_mark(const struct machine *machine);
void machine_undo(struct machine *machine, struct mark mark);

bool machine_can_try(const struct machine *machine, thread_id thread);
/* Passes the thread's next label. Unless that succeeds, *at is the event at which it did not, and
 * except for a violation nothing has happened then. */
enum outcome machine_pass(struct machine *machine, thread_id thread, event_id *at);
/* One event of the thread whose turn it is. The caller undoes it. */
enum outcome machine_happen(struct machine *machine, event_id event);

/* halt.c: what is wrong with the present state, of what prog.asks for. */
enum halt { HALT_NONE, HALT_DEADLOCK, HALT_RACE, HALT_DEMANDS /* see `demanded` */ };
/* The details go to `run`, which may be NULL. */
enum halt machine_halt(struct machine *machine, struct run *run);

/* eval.c: the value's bits; false if an input is needed that is not chosen (see `demanded`). */
bool machine_eval(struct machine *machine, value_id value, uint64_t *bits);
/* Gives a load's result or an input its bits. */
void machine_settle(struct machine *machine, value_id leaf, uint64_t bits);

/* buffer.c: only if there are rules, but for the first two. */
void machine_find_rules(struct machine *machine);
void machine_free_buffers(struct machine *machine);
/* What the event, whose guard holds, does to the buffer of its thread before it happens; false if
 * it has to wait, for a store that is seen only in a later context. So has a store: */
bool machine_meet_buffer(struct machine *machine, event_id event);
bool machine_issue(struct machine *machine, struct entry entry);
/* Is the byte in the thread's buffer? */
bool machine_forward(const struct machine *machine, thread_id thread, size_t at, uint64_t *byte);
bool machine_may_leave(const struct machine *machine, thread_id thread, size_t index);
/* The first entry that has to leave before it; its own index if it may leave. */
size_t machine_obstacle(const struct machine *machine, thread_id thread, size_t index);
/* Lets the entry leave, which may, and then all that need not wait. */
void machine_leave(struct machine *machine, thread_id thread, size_t index);
/* Lets all leave that may and need not wait. */
void machine_settle_buffer(struct machine *machine, thread_id thread);
void machine_take_back_issued(struct machine *machine, thread_id thread);
void machine_take_back_left(struct machine *machine, thread_id thread, size_t index);

/* What counts of an entry in the fingerprint, beside its event. */
uint64_t machine_entry_content(const struct entry *entry);

/* For buffer.c. */
void machine_write(struct machine *machine, size_t at, uint32_t bytes, uint64_t bits);
void machine_record(struct machine *machine, enum step_kind kind, event_id event, uint64_t addr,
                    uint64_t value);

/* live.c: fills users, first_dying and dying. */
void machine_find_last_uses(struct machine *machine);

/* The part of the fingerprint that one component of the state contributes. */
enum component {
  COMPONENT_LEAF,
  COMPONENT_BYTE,
  COMPONENT_POSITION,
  COMPONENT_CREATED,
  COMPONENT_ENTRY,
  COMPONENT_NAME,  /* symmetry.c: where the name of a thread is */
  COMPONENT_STUCK, /* and a thread that waits in a block of joins */
};
struct fingerprint machine_contribution(enum component kind, uint64_t which, uint64_t content);
void machine_print_add(struct machine *machine, enum component kind, uint64_t which,
                       uint64_t content);
void machine_print_remove(struct machine *machine, enum component kind, uint64_t which,
                          uint64_t content);
/* A leaf counts in the fingerprint iff it is known and some thread may still use it. */
bool machine_leaf_counts(const struct machine *machine, value_id leaf);
void machine_print_leaf(struct machine *machine, value_id leaf, bool add);

#endif
