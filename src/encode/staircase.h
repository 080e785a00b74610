/* Inside the encoder: one order of all labels instead of rounds. What its files share.
 *
 * staircase.c has the order itself, commit.c when late stores reach memory, source.c where loads get
 * their values from, critical.c lemmas about locks, refine.c what is added after a model, account.c
 * an account of that for whoever checks a proof, and order.c puts them together. */
#ifndef HEDDLE_ENCODE_STAIRCASE_H
#define HEDDLE_ENCODE_STAIRCASE_H

#include "analysis/order.h"
#include "encode/encoding.h"

#define NO_NODE UINT32_MAX
#define INITIAL UINT32_MAX /* instead of a writer: the initial contents */
#define NO_COMMIT UINT32_MAX
#define NO_LABEL UINT32_MAX

/* A STEP label, or the moment at which a late store of the label reaches memory: it happens at most
 * once, at some place of the order. */
struct node {
  thread_id thread;
  uint32_t label;
  uint32_t chain;  /* nodes of one chain follow each other */
  uint32_t commit; /* its number in `commits`; NO_COMMIT: it is a label */
};
struct commit { /* of a late store; see commit.c */
  event_id store;
  thread_id thread;
  uint32_t label;
  uint32_t window; /* the first one that may still be in the buffer when the store comes there */
  uint32_t until;  /* a label of the thread that waits for it; NO_LABEL: none certainly does */
  uint32_t node;
  lit guard;
  lit prompt; /* it reaches memory with its label, by way of exception */
  lit done;   /* 0, or: it has reached memory when the run ends */
};
struct known { /* order that creation and joining give, whatever the schedule */
  uint32_t before, after;
};

/* When an event happens; of a late store, when it reaches memory. */
struct moment {
  thread_id thread;
  event_id event;
  uint32_t node; /* with which it happens, perhaps one of the thread that creates its own; NO_NODE:
                  * with the start of main */
};

/* A store, at one of its targets, as far as one cell is concerned. */
struct writer {
  struct moment when;
  uint32_t cell;
  lit here;    /* its guard and address say that */
  lit wrote;   /* and it has happened */
  size_t bits; /* where they begin in `pool` */
  lit seen;    /* if it has happened, it has reached memory when the run ends */
};
struct source { /* of a load: a writer, or INITIAL */
  uint32_t writer;
  lit from;
};
struct earlier { /* a writer that may come before a load */
  uint32_t writer;
  lit before;
  bool certain; /* it does, and has happened */
};
struct reading { /* a load, likewise */
  struct moment when;
  uint32_t cell;
  lit active;
  size_t sources, n_sources;
  size_t earlier, n_earlier;
};
struct last { /* the writer, or INITIAL, is the last one of the cell, as the thread sees it */
  uint32_t cell, writer;
  thread_id viewer; /* NOBODY: all that have happened have reached memory */
  lit is;
};
struct condition { /* a join or barrier with a guard, say: node before is before node after */
  lit when;
  struct known known;
};
/* Of what a clause is an instance that was added after a model. */
enum scheme {
  SCHEME_TRANSITIVE, /* three nodes: what is before the second is before the third */
  SCHEME_BETWEEN,    /* a reading, its source (a writer or INITIAL), another writer: not between */
};
struct added {
  enum scheme scheme;
  uint32_t of[3];
};

struct staircase {
  struct encode_watch watch;
  bool stopped;
  uint64_t too_large;
  struct order *order;
  event_id *create;           /* per thread: where it is created; UINT32_MAX = nowhere */
  VEC(struct node) nodes;     /* by thread and chain */
  VEC(uint32_t) first_node;   /* per chain, and one more */
  VEC(uint32_t) node_of;      /* per label: the node that it is, or goes with; NO_NODE: the start */
  VEC(struct commit) commits; /* by thread and event */
  VEC(uint32_t) commit_of;    /* per event; empty if no store can be late */
  lit *before;                /* per pair of nodes; 0 within a chain */
  VEC(struct known) known;
  VEC(struct condition) conditions;
  VEC(struct writer) writers;
  VEC(uint32_t) of_cell_first, of_cell; /* the writers of a cell, by thread and event */
  VEC(lit) pool;
  VEC(struct reading) readings;
  VEC(struct source) sources;
  VEC(struct earlier) earlier;
  VEC(struct last) lasts;
  lit final;            /* 0, or: the cells are to hold what they hold at the end */
  lit viewed;           /* likewise, as each thread sees them if stores are late */
  uint64_t between;     /* clauses of this kind, so far */
  VEC(uint32_t) sorted; /* the nodes that have happened in the last model, in order */
  int variables;        /* of the formula before anything was added */
  uint64_t clauses;     /* likewise */
  VEC(struct added) added;
};

/* Polls; true once and for all if nobody is interested any more. */
bool staircase_stopped(struct encoding *encoding);
uint32_t staircase_label(const struct encoding *encoding, thread_id t, uint32_t l);
bool staircase_is_step(const struct encoding *encoding, thread_id t, uint32_t l);
struct moment staircase_moment(const struct encoding *encoding, thread_id t, event_id event);
/* The literal: one happens before the other, if both do. */
lit staircase_before(const struct encoding *encoding, uint32_t a, uint32_t b);
/* Is the node one of its thread? */
bool moment_is_own(const struct encoding *encoding, const struct moment *moment);
lit moment_before(const struct encoding *encoding, const struct moment *a, const struct moment *b);

void staircase_find_nodes(struct encoding *encoding);
void staircase_find_happened(struct encoding *encoding);
void staircase_make(struct encoding *encoding);
void staircase_join(struct encoding *encoding);
/* If `when`, the one node is before the other. */
void staircase_order(struct encoding *encoding, lit when, uint32_t before, uint32_t after);
void staircase_free(struct staircase *staircase);

/* ---- commit.c ---- */

/* Which late stores reach memory at moments of their own? */
void commit_find(struct encoding *encoding);
/* Adds the nodes of the thread's, chain by chain. */
void commit_add_nodes(struct encoding *encoding, thread_id t);
/* About so many clauses commit_order adds. */
uint64_t commit_estimate(struct encoding *encoding);
/* What the memory model says about them, but for what is known. */
void commit_order(struct encoding *encoding);
/* If races are asked for: which of them have reached memory when the run ends? */
void commit_find_done(struct encoding *encoding);
void commit_must_be_done(struct encoding *encoding, lit when);
/* That of an event, or NULL. */
const struct commit *commit_of(const struct encoding *encoding, event_id event);

/* ---- source.c ---- */

void source_find_writers(struct encoding *encoding);
uint64_t source_estimate(struct encoding *encoding); /* clauses, about */
void source_add(struct encoding *encoding);
/* The clause "no store between", for a source of a load and another store before the load. */
struct between {
  lit literals[4];
};
/* False: it holds anyway. */
bool source_between(const struct encoding *encoding, const struct source *source,
                    const struct earlier *other, struct between *clause);
/* From now on the cells hold what they hold at the end. */
void source_find_last(struct encoding *encoding);
/* The writer, if it has happened, counts at the end for the thread; NOBODY: for all. */
lit source_is_seen(const struct writer *writer, thread_id viewer);
/* If stores can be late: from now on they hold what the thread sees at the end, its own stores
 * included. */
void source_view(struct encoding *encoding, thread_id t);

/* ---- critical.c ---- */

void critical_add(struct encoding *encoding);

/* ---- refine.c ---- */

void refine_read(const struct encoding *encoding, struct sat *sat, struct schedule *schedule);

#endif
