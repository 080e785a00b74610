/* The path: what changes along the way of the current thread.
 *
 * The guard says when the thread gets here, the section and its depth in which atomic section it
 * is, the place where that is in the source. Everything that is made on the way (events, values,
 * accesses) takes them from here. A path is a plain value: an edge keeps one until its target is
 * reached, and code that unfolds several ways keeps the path before them. */
#ifndef HEDDLE_UNFOLD_PATH_H
#define HEDDLE_UNFOLD_PATH_H

#include <llvm-c/Core.h>

#include "ir/prog.h"

struct unfold;

struct path {
  value_id guard;   /* VALUE_FALSE: nobody goes on from here */
  uint32_t section; /* 0 = none */
  uint32_t depth;   /* how often it has been entered and not left */
  place_id place;
};

void path_begin(struct unfold *u); /* where a thread begins */

/* Goes on from `from`, under this guard. So several ways begin at the same point, one after the
 * other, and so they meet again, with the guard of all runs that go on. */
void path_go(struct unfold *u, struct path from, value_id guard);
/* A detour: goes on under a narrower guard, until path_leave. The result is the path before. */
struct path path_enter(struct unfold *u, value_id guard);
void path_leave(struct unfold *u, struct path before);

void path_stop(struct unfold *u);  /* nothing follows under the current guard */
void path_stuck(struct unfold *u); /* the same, as the thread never gets beyond this point */
bool path_is_stopped(const struct unfold *u);
/* Where an instruction of the current function is. */
place_id path_place(struct unfold *u, LLVMValueRef instruction);
/* It comes next. */
void path_at(struct unfold *u, LLVMValueRef instruction);

/* Opens an atomic section, or goes one deeper into the one that is open. */
void section_begin(struct unfold *u);
void section_end(struct unfold *u);

#endif
