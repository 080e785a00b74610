/* A bounded problem, analysed and encoded, and the questions about it.
 *
 * An inquiry puts the questions about bugs to a solver, one after the other: can an assertion fail,
 * can there be a deadlock, a race? Each begins with all restrictions (encode/restrict.c) and drops
 * what cores name, until there is an answer for the whole problem. An inquiry can be interrupted by
 * a limit and be taken up again where it was, also in a process forked meanwhile, and with clauses
 * added that leave less of the problem. */
#ifndef HEDDLE_ENGINE_PROBLEM_H
#define HEDDLE_ENGINE_PROBLEM_H

#include "engine/search.h"
#include "passes/passes.h"

struct problem {
  const struct search *search;
  struct pipeline line; /* run to its end: its prog, labels and part are what is encoded */
  struct encoding *encoding;
  struct sink *both; /* writes to the solver and to the copy, if there is one */
};

void problem_analyse(struct problem *problem, struct search *search);
void problem_encode(struct problem *problem, struct search *search, struct sink *sink);
/* Encodes it for this solver, with the restrictions from which an inquiry begins. `copy`, unless
 * NULL, is a DIMACS sink that gets the same clauses: with those of the restrictions, or without these
 * and with what is added after models. */
enum problem_copy { COPY_ALL, COPY_UNRESTRICTED };
void problem_put(struct problem *problem, struct search *search, struct sat *sat, struct sink *copy,
                 enum problem_copy what);
void problem_close(struct problem *problem);
/* The schedule of the solver's model, of the whole program. */
void problem_schedule(const struct problem *problem, struct sat *sat, struct schedule *schedule);

struct inquiry {
  const struct problem *problem;
  struct sat *sat;
  size_t question;  /* which of the questions it is at */
  VEC(int) assumed; /* its literal, then the restrictions that are left; empty: not begun */
  int first_round;  /* what is assumed besides, for a while; 0 = nothing */
  uint64_t growth;  /* conflicts under the restrictions that are left, if there are many threads */
  VEC(int) halves;  /* what is assumed besides, of all questions */
  VEC(bool) needed; /* of each half: the answer no to some question rests on it */
  VEC(int) lemmas;  /* short clauses that the last call has learnt or added, each ended by a 0 */
  unsigned steps;   /* how often the solver was called */
  uint64_t refinements; /* how often clauses were added after a model */
  bool apart;           /* in a worker: result and status of the search are not its own */
};

/* Goes on with the question it is at. SAT_SAT: the solver has the model of a bug. SAT_UNSAT: the
 * answer is no, and it is at the next question. SAT_UNKNOWN: the limits are reached. */
enum sat_answer inquiry_go_on(struct inquiry *inquiry, const struct sat_limits *limits);
/* The question it is at, in words for a status line; NULL = it has ended. */
const char *inquiry_phase(const struct inquiry *inquiry);
unsigned inquiry_answered(const struct inquiry *inquiry); /* with no, of those that were asked */
/* From the first question on once more, with no halves. What the solver has learnt stays. */
void inquiry_restart(struct inquiry *inquiry);
void inquiry_free(struct inquiry *inquiry);

/* With one literal of its own instead of the questions about bugs; 0 is never true. */
enum sat_answer inquiry_ask(struct inquiry *inquiry, int literal, const struct sat_limits *limits);

/* The rest of an inquiry by several processes (swarm.c). SEARCH_FOUND: result->schedule;
 * SEARCH_NOTHING: no bug; SEARCH_STOPPED. `formula` has the clauses of the solver. */
enum search_answer search_swarm(struct search *search, struct inquiry *inquiry,
                                const struct sink *formula);

#endif
