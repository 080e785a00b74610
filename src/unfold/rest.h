/* Wake-ups that change nothing: a thread is woken, looks, and rests again in the same state. */
#ifndef HEDDLE_UNFOLD_REST_H
#define HEDDLE_UNFOLD_REST_H

#include <llvm-c/Core.h>

#include "ir/prog.h"
#include "unfold/memory.h"
#include "unfold/wait.h"

struct unfold;

/* A place in a loop where a thread rests. */
struct rest {
  uint64_t path;          /* the calls that led there from the loop */
  value_id nothing;       /* when it has been woken for nothing */
  struct iteration since; /* events: since it was woken; memory: since it rests */
  VEC(struct byte) state; /* bytes of variables, and values (index 0), when it began to rest */
  bool too_much;          /* there is more than that */
};
struct rest_list {
  VEC(struct rest) all;
};

void rest_begin(struct unfold *u, LLVMValueRef call, value_id lock);
void rest_end(struct unfold *u, value_id for_nothing);
/* May a thread that goes round have been woken for nothing, and have done nothing since? */
bool rest_may_go_on(struct unfold *u, const struct rest_list *rests, value_id again);
void rests_free(struct rest_list *rests);

#endif
