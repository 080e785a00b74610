/* How often loops run, and functions call themselves (bound.c).
 *
 * A loop_bound lives as long as one run of the loop. */
#ifndef HEDDLE_UNFOLD_BOUND_H
#define HEDDLE_UNFOLD_BOUND_H

#include <llvm-c/Core.h>

#include "base/str.h"
#include "frontend/cfg.h"
#include "frontend/frontend.h"

struct unfold;

/* Instructions that are unfolded at most. */
enum { MAX_WORK = 20000000 };

/* Who decided that a loop goes round again, and what can others tell of the iteration? */
enum iteration_kind {
  ITERATION_OPEN,     /* no constant decided it */
  ITERATION_BROKEN,   /* the loop counts, and might have been left */
  ITERATION_STILL,    /* nothing happens, and nothing is counted */
  ITERATION_QUIET,    /* the loop counts, and others notice nothing; */
  ITERATION_EVENTFUL, /* something; */
  ITERATION_CREATING, /* a new thread */
};

struct loop_bound {
  struct unwind_rule rule; /* how often, and by which name */
  uint64_t key;
  bool library;             /* a loop of a model */
  bool all;                 /* every iteration counts */
  unsigned n;               /* iterations so far */
  unsigned counted;         /* those that no constant decided */
  uint32_t effort;          /* its place in effort.loops */
  struct loop_bound *outer; /* the loop around it, or around the call that led here */
};

void bound_begin(struct unfold *u, struct loop_bound *bound, const struct cfg *cfg, uint32_t loop);
/* Another iteration is over, and the loop goes on. */
void bound_count(struct unfold *u, struct loop_bound *bound, enum iteration_kind kind);
/* The program says that it runs so often. */
void bound_at_least(struct loop_bound *bound, unsigned least);
bool bound_is_reached(const struct loop_bound *bound);
/* The loop is cut: the rule that did it. One with a greater bound would let it go on. */
struct unwind_rule bound_cut(struct unfold *u, const struct loop_bound *bound);
unsigned bound_of_recursion(const struct unfold *u, const struct cfg *cfg);
/* Is there such a function, and does it have such a loop? False with the reason. */
bool bound_check_rule(LLVMModuleRef module, const struct unwind_rule *rule, struct str *error);

#endif
