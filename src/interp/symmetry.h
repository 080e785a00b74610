/* Symmetry: states that differ only in which of several equal threads is which count as one.
 * Private to src/interp. */
#ifndef HEDDLE_INTERP_SYMMETRY_H
#define HEDDLE_INTERP_SYMMETRY_H

#include "interp/naming.h"

/* How a thread is joined by the one that creates it. */
struct joining {
  thread_id by;   /* its creator */
  bool never;     /* there is no join */
  bool strange;   /* it is joined twice, or not in a block */
  uint32_t label; /* of the creator */
};

/* Labels of one thread, from the first to the last, that wait for other threads and do nothing else
 * between. */
struct block {
  uint32_t first, last;
};

/* A place, and whose name it holds. */
struct held {
  const struct name_place *place;
  thread_id owner;
};

struct symmetry {
  const struct machine *machine;
  bool some; /* there are threads that are alike */
  struct alike alike;
  struct naming naming;
  struct joining *joinings; /* of each thread that is like others */
  struct block *blocks;     /* of each label that joins: the block it belongs to */
  thread_id *joins;         /* of each label: the thread that it waits for, or NOBODY */
  uint32_t *claims;         /* of each label: how many before it may store their thread's name */
  bool joined_creator;      /* a thread that creates equal ones is joined itself */
  uint16_t *beginning;      /* what memory holds then */
  VEC(value_id) leaves;     /* what threads that are like others still use, label by label */
  VEC(size_t) bytes;        /* of each thread that is like others */
  size_t *first_leaf;       /* of each label and each end of a thread, and one more */
  size_t *first_byte;       /* of each thread, and one more */
  VEC(value_id)
  kept; /* results of loads that may be names, and are stored, compared or passed on */
  /* Of the state at hand. */
  struct fingerprint print, *own; /* of all, and of each thread */
  bool *active;                   /* of each thread: it may be exchanged */
  bool *held;                     /* of each thread: a place holds its id + 1 */
  VEC(struct held) names;         /* names in memory */
};

/* Of a machine that has been started and has not gone on. */
void symmetry_find(struct symmetry *symmetry, const struct machine *machine);
void symmetry_free(struct symmetry *symmetry);
/* The same for states that differ only in which of several equal threads is which. */
struct fingerprint symmetry_print(struct symmetry *symmetry);

#endif
