/* What reading and checking share. Literals are numbered from 2: 2v stands for the variable v, 2v+1
 * for its negation, so that they index arrays. */
#ifndef HEDDLE_TEST_DRAT_PART_H
#define HEDDLE_TEST_DRAT_PART_H

#include "drat.h"

typedef uint32_t lit;

struct literals {
  lit *at;
  size_t n, cap;
};

/* ---- reading: read.c ---- */

struct reader {
  const char *next, *end;
  uint64_t line, first; /* now; where the last clause began */
  const char *error;    /* static; NULL = fine so far */
};

enum step { STEP_ADD, STEP_DELETE, STEP_END, STEP_BAD };

void reader_open(struct reader *reader, struct drat_text text);
/* The line `p cnf VARIABLES CLAUSES`; false with an error if there is none. */
bool reader_header(struct reader *reader, int *variables, uint64_t *clauses);
/* The next clause, in `clause`; `deletes` allows a `d` in front of it. */
enum step reader_clause(struct reader *reader, int variables, bool deletes,
                        struct literals *clause);

/* ---- clauses and propagation: propagate.c ---- */

struct watch {
  uint32_t clause;
  lit blocker; /* some other literal of the clause: if it is true there is nothing to do */
};
struct watches {
  struct watch *at;
  size_t n, cap;
};

/* Clauses lie one after another in `arena`, each as its size, the next clause of its hash chain and
 * its literals; a clause is named by its offset, 0 is none. */
struct clauses {
  uint32_t *arena;
  size_t n, cap;
  uint32_t *chains; /* by hash; the number of chains is a power of two */
  size_t n_chains, n_clauses;
  size_t n_literals;
  struct watches *watches; /* by literal: clauses to look at when it becomes false */
  signed char *values;     /* by literal: 1 true, -1 false, 0 open */
  bool *marks;             /* by literal; all false between calls */
  struct literals trail;   /* what is true, in the order of discovery */
  size_t propagated;       /* so many of the trail have been looked at */
  bool refuted;            /* contradictory without assumptions */
};

void clauses_init(struct clauses *clauses, int variables);
void clauses_free(struct clauses *clauses);
/* Adds what is true because of the new clause for good. Repeated literals count once. The literals
 * are reordered. False if there are too many to count. */
bool clauses_add(struct clauses *clauses, struct literals *clause);
/* False if there is no such clause. */
bool clauses_delete(struct clauses *clauses, struct literals *clause);
/* Does unit propagation refute the opposite of the clause? */
bool clauses_imply(struct clauses *clauses, const struct literals *clause);

/* ---- memory ---- */

void *memory(void *old, size_t n, size_t size); /* n elements */
/* At least n elements fit; *cap is kept. */
void *memory_fit(void *old, size_t *cap, size_t n, size_t size);
void literals_push(struct literals *literals, lit literal);

#endif
