/* Inside the engine: what the two sides of a swarm share. swarm.c has the process that holds the
 * problem and tells the workers what to do, leaf.c has the workers. They talk in lines of text:
 *
 *   job of a leaf    RIVAL PATH      0, or the number of the rival; the halves that lead to it
 *   to a leaf        go N M          work for N conflicts, and tell at most M lemmas
 *                    pause           stop working
 *                    divide          into two workers
 *                    take PATH       the leaf it had is refuted: this one instead
 *                    lemmas ...      clauses of others, each ended by a 0
 *   from a leaf      undecided COSTS BYTES    the slice is over, or it was told to pause
 *                    undivided       it cannot be divided
 *                    lemmas ...      clauses that it has learnt
 *                    none COSTS CORE          refuted; a digit for each half: it was needed
 *                    bug COSTS SCHEDULE
 *
 * where COSTS are conflicts, refinements and seconds of the processor since it last told them.
 * A leaf that is undecided or has just begun waits to be told. */
#ifndef HEDDLE_ENGINE_SWARM_H
#define HEDDLE_ENGINE_SWARM_H

#include "engine/half.h"
#include "engine/lemmas.h"
#include "engine/problem.h"
#include "swarm/pool.h"

enum leaf_state {
  LEAF_WAITS, /* for a processor */
  LEAF_RUNS,
  LEAF_PAUSES,  /* it runs, and has been told to stop */
  LEAF_DIVIDES, /* it has been told to */
};

struct leaf {
  unsigned worker; /* 0 = none; then it waits */
  enum leaf_state state;
  VEC(struct half) path; /* the halves that lead to it */
  unsigned rival;        /* 0, or its number: it works on what a leaf works on */
  bool indivisible;      /* it could not be divided */
  bool retried;          /* its first worker died */
  size_t heard;          /* batches of lemmas up to here */
  unsigned parent;       /* the worker that it divided off; 0 = none */
  size_t parent_heard;   /* batches that there were then */
  size_t bytes;          /* of memory, when it was last heard of */
  double share;          /* of the schedules; by one order it is not counted, and 0 */
  double since;          /* it was told to go on */
  double seconds;        /* of the processor that its worker has told of */
};

/* A worker without a leaf. Its solver knows much that is of use for any leaf. */
struct idle {
  unsigned worker;
  size_t heard; /* as of a leaf */
};

struct batch {
  unsigned worker; /* that said it */
  struct str text;
};

/* What all leaves of a swarm begin with. */
struct leaf_context {
  const struct search *search;
  struct inquiry *inquiry;    /* as in the swarm; NULL in a worker that was told the problem */
  const struct sink *formula; /* likewise */
  struct told *told;          /* in such a worker: the problem, */
  char hash[SHA256_HEX];      /* and the hash of the swarm's formula */
  struct str text;            /* as it is told; empty: it has not been printed yet */
};
extern const struct work work_leaf;

struct swarm {
  struct search *search;
  struct inquiry *inquiry;     /* in the state from which leaves begin */
  struct leaf_context context; /* that of the leaves */
  struct pool *pool;
  VEC(struct leaf) leaves; /* those that wait, in the order in which they are to run */
  VEC(struct idle)
  idle; /* only if workers are told everything: others are copied when they are needed */
  VEC(struct batch) batches;
  size_t forgotten; /* batches before the first, which all leaves know */
  struct lemmas lemmas;
  unsigned done, lost, rivals;
  double share;  /* that is done, if it is counted */
  bool by_order; /* halves are about the order of nodes */
  bool found;
  char key[SHA256_HEX]; /* of this problem in the journal */
};

#endif
