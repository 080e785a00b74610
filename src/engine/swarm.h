/* Inside the engine: what the two sides of a swarm share. swarm.c has the process that holds the
 * problem and tells the others what to do, leaf.c those that do it. They talk in lines of text:
 *
 *   to a leaf     go N           work for N conflicts
 *                 pause          stop working
 *                 divide         into two processes
 *                 lemmas ...     clauses of others, each ended by a 0
 *   from a leaf   tired COSTS BYTES    the slice is over, or it was told to pause
 *                 whole          it cannot be divided
 *                 lemmas ...     clauses that it has learnt
 *                 none COSTS CORE      refuted; a digit for each half: it was needed
 *                 bug COSTS SCHEDULE
 *
 * where COSTS are conflicts and seconds of the processor since it last told them.
 * A leaf that is tired or has just begun waits to be told. */
#ifndef HEDDLE_ENGINE_SWARM_H
#define HEDDLE_ENGINE_SWARM_H

#include "engine/problem.h"
#include "swarm/pool.h"

enum leaf_state {
  LEAF_WAITS, /* for a processor */
  LEAF_RUNS,
  LEAF_PAUSES,  /* it runs, and has been told to stop */
  LEAF_DIVIDES, /* it has been told to */
};

struct leaf {
  unsigned job; /* 0 = it has no process */
  enum leaf_state state;
  VEC(struct part_end) path; /* the halves that lead to it */
  unsigned rival;            /* 0, or its number: it works on what a leaf works on */
  bool whole;                /* it could not be divided */
  bool retried;
  size_t heard;       /* batches of lemmas up to here */
  unsigned maker;     /* the job that it divided off */
  size_t born;        /* batches that there were then */
  size_t bytes;       /* of memory, when it was last heard of */
  double share;       /* of the schedules */
  double since;       /* it was told to go on */
};

struct batch {
  unsigned job; /* that said it */
  struct str text;
};

struct swarm {
  struct search *search;
  struct inquiry *inquiry;    /* in the state from which leaves begin */
  const struct sink *formula; /* of its solver */
  struct pool *pool;
  VEC(struct leaf) leaves; /* those that wait, in the order in which they are to run */
  VEC(struct batch) batches;
  size_t forgotten; /* batches before the first, which all leaves know */
  unsigned done, lost, rivals;
  double share; /* that is done */
  bool found;
  char key[SHA256_HEX]; /* of this problem in the journal */
};

/* What the process of a leaf begins with. */
struct swarm_errand {
  struct inquiry *inquiry;
  const struct part_end *path;
  size_t n_path;
  const struct sink *formula; /* for another solver, with this seed; NULL = the inquiry's own */
  unsigned seed;
};
pool_work swarm_work;

#endif
