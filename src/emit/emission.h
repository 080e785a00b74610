/* Inside the emitter: the text in the making, and what the files that write it offer each other. */
#ifndef HEDDLE_EMIT_EMISSION_H
#define HEDDLE_EMIT_EMISSION_H

#include "emit/emit.h"
#include "trace/source.h"

/* A piece of memory that is read and written as a unit: a variable, or an element of an array. */
struct cell {
  object_id object;
  uint64_t offset;
  uint32_t bytes;
  bool read;        /* something looks at it */
  const char *text; /* the expression */
};

/* How an object lies in memory: cells first .. end-1, as variables or elements of one array. */
struct layout {
  uint32_t first, end;
  const char *name; /* NULL: it has not been mentioned yet */
  bool array;
  bool addressed; /* its address occurs */
};

/* Where a thread may be found waiting. */
struct site {
  thread_id thread;
  place_id place;
};

/* What is known of a value in the thread that is written. */
struct occurrence {
  const char *name; /* of its variable, or NULL: it is written out where it is used */
  uint32_t uses;
  uint32_t size;    /* of its expression */
  uint32_t defined; /* label + 1 in which its variable got its value; 0 = not yet */
  bool seen;        /* uses and size are known */
  bool foreign;     /* it depends on what another thread loads */
};

struct emission;

/* What the forms do each in its own way; the rest of the text is the same. */
struct form {
  const char *header;                             /* what the text includes */
  void (*label)(struct emission *, struct str *); /* one begins */
  /* ASSUME, BLOCK, CUT; JOIN; CREATE */
  void (*hold)(struct emission *, struct str *, const struct event *);
  void (*join)(struct emission *, struct str *, const struct event *);
  void (*create)(struct emission *, struct str *, const struct event *);
  const char *parameters; /* of a thread's function */
  void (*foot)(struct emission *, struct str *);
  void (*declare)(struct emission *, struct str *); /* what the threads need, before them */
  void (*driver)(struct emission *, struct str *);  /* and what needs them */
};
extern const struct form emit_form_sequential, emit_form_variant;

struct emission {
  const struct form *form;
  const struct emit_request *request;
  const struct prog *prog;
  const struct labels *labels;
  struct arena arena;         /* of names */
  struct map globals, locals; /* hashes of names that are taken */

  VEC(struct cell) cells;
  VEC(struct layout) layouts; /* per object */

  VEC(bool) exists;         /* per thread: it may be created */
  VEC(bool) absent;         /* per event: its thread does not exist */
  VEC(bool) needed;         /* per value: something that matters depends on it */
  VEC(const char *) shared; /* per value: name of a leaf that is not one thread's alone */

  bool *waits;            /* per thread: it may be found waiting; NULL: that is not asked */
  VEC(bool) owned;        /* per event: a BLOCK that says for whom the thread waits, and is asked */
  VEC(struct site) sites; /* site i is number i + 1 */
  struct str attempts;    /* of the thread that is written */

  thread_id thread;
  uint32_t label;
  event_id tries;    /* an attempt up to this event is written; 0: it is the label itself */
  const char *leave; /* how an attempt ends */
  VEC(struct occurrence) values; /* in the thread that is written */
  struct sources sources;
  place_id place; /* of the line spoken of last */
};

/* ---- names.c ---- */

/* An identifier like this text that is not taken yet; of the file, or of the function at hand. */
const char *emit_name_global(struct emission *e, const char *like);
const char *emit_name_local(struct emission *e, const char *like);
/* The text as far as an identifier can have it: stack_array_1_next of `stack.array[1].next`. */
void emit_word(struct str *word, const char *like);
/* Text in a comment, and in a string literal. */
void emit_comment(struct str *out, const char *text);
void emit_quoted(struct str *out, const char *text);

/* ---- memory.c ---- */

void emit_memory_lay_out(struct emission *e);
/* Declares the variables, with those initial contents that are constants. */
void emit_memory_declare(struct emission *e, struct str *out);
/* Statements that give memory the initial contents that depend on inputs. */
void emit_memory_start(struct emission *e, struct str *out);
/* Values with inputs in them that memory holds at first: the next one from init *i on, or false. */
bool emit_memory_input(const struct emission *e, size_t *i, value_id *value);
/* The statement for a load or store; what it needs has been defined. */
void emit_memory_access(struct emission *e, struct str *out, const struct event *event);
/* The variable that holds what a store has put there, or NULL: it is not a single one. */
const char *emit_memory_stored(const struct emission *e, const struct event *store);
/* The object's address as a macro; the macros that occurred. */
const char *emit_memory_address(struct emission *e, object_id object);
void emit_memory_define_addresses(struct emission *e, struct str *out);

/* ---- value.c ---- */

const char *emit_type(unsigned width);
/* Finds out what is needed by the events; after memory is laid out, also by its first contents, and
 * which inputs and loads several threads share. */
void emit_values_need(struct emission *e);
void emit_values_share(struct emission *e);
void emit_values_declare_shared(struct emission *e, struct str *out);
/* Inputs that are drawn before the threads run. */
void emit_values_start(struct emission *e, struct str *out);
/* Outside of threads: only what is shared has a name. */
void emit_values_forget(struct emission *e);
/* Begins a thread: counts uses, gives names. */
void emit_values_begin_thread(struct emission *e);
void emit_values_declare_local(struct emission *e, struct str *out);
/* Statements for those variables that the value needs and that have no contents yet. */
void emit_define(struct emission *e, struct str *out, value_id value);
/* Takes that back, as far as it was done in this label. */
void emit_undefine(struct emission *e, value_id value);
/* The expression; as an operand it has parentheses where it needs them. Where its type does not
 * matter - in assignments, casts, comparisons - a narrow variable needs no cast. */
void emit_value(struct emission *e, struct str *out, value_id value);
void emit_operand(struct emission *e, struct str *out, value_id value);
void emit_number(struct emission *e, struct str *out, value_id value);
void emit_number_operand(struct emission *e, struct str *out, value_id value);
void emit_negation(struct emission *e, struct str *out, value_id value, bool operand);
void emit_constant(struct emission *e, struct str *out, uint64_t bits, unsigned width);

/* Is the event written at all? */
bool emit_matters(const struct emission *e, event_id event);
/* Which of its values are read when it happens; at most three. */
size_t emit_operands(const struct emission *e, const struct event *event, value_id operands[3]);

/* ---- narrow.c ---- */

/* How many bits its variable gets; no more than it has. */
unsigned emit_bits_of_value(const struct emission *e, value_id value);
unsigned emit_bits_of_cell(const struct emission *e, const struct cell *cell);
/* The declaration of a variable up to its name. */
void emit_declare(struct str *out, unsigned width, unsigned bits);
/* What the ranges say of a variable that a load or store has just changed; false if nothing. */
bool emit_claim(struct emission *e, struct str *out, const struct event *event, const char *name);

/* ---- thread.c ---- */

/* The function of e->thread. */
void emit_thread_write(struct emission *e, struct str *out);
/* The events of the label at hand that matter, up to `end`. */
void emit_thread_events(struct emission *e, struct str *out, event_id end);
void emit_thread_function(struct str *out, const struct emission *e, thread_id thread);
/* It is declared so, behind "static". */
void emit_thread_head(const struct emission *e, struct str *out, thread_id thread);
/* "guard && !condition" of an event; without a condition just the guard. */
void emit_failure(struct emission *e, struct str *out, const struct event *event);
/* The place as a string literal. */
void emit_thread_place(struct emission *e, struct str *out, place_id place);
/* The statement, if the guard of the event holds. */
void emit_guarded(struct emission *e, struct str *out, const struct event *event,
                  const char *statement);
/* May it get stuck for ever where it cannot be interrupted? */
bool emit_thread_may_stick(const struct emission *e, thread_id thread);
/* Can the thread be interrupted before this label? At its end it can. */
bool emit_thread_is_open(const struct emission *e, thread_id thread, uint32_t label);
/* The first such label from this one on. */
uint32_t emit_thread_next_open(const struct emission *e, thread_id thread, uint32_t label);

/* ---- deadlock.c ---- */

/* Finds out which threads may wait, and for which, if that is asked. */
void emit_deadlock_find(struct emission *e);
/* Is the event of the thread at hand one at which it may be found waiting? And for whom: a thread's
 * number + 1, or 0. */
bool emit_deadlock_waits(const struct emission *e, const struct event *event);
void emit_deadlock_owner(struct emission *e, struct str *out, const struct event *event);

/* Of the sequential form: the label at hand as an attempt, if the thread can wait there, without
 * those events up to `end` that it skips; all attempts, at the end of the thread's function;
 * statements for an event that stops the thread. */
void emit_deadlock_try(struct emission *e);
bool emit_deadlock_skips(const struct emission *e, event_id event, event_id end);
void emit_deadlock_attempts(struct emission *e, struct str *out);
void emit_deadlock_wait(struct emission *e, struct str *out, const struct event *event);
/* Variables, and the function that looks for a deadlock when the last round is over. */
void emit_deadlock_declare(struct emission *e, struct str *out);
void emit_deadlock_write(struct emission *e, struct str *out);

/* ---- driver.c ---- */

void emit_driver_declare(struct emission *e, struct str *out);
void emit_driver_write(struct emission *e, struct str *out);
/* "The thread has ended", as a condition without parentheses. */
void emit_driver_ended(const struct emission *e, struct str *out, thread_id thread);

#endif
