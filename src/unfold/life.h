/* The lifetimes of heap blocks and stack slots: who uses what is gone, and what was not freed. */
#ifndef HEDDLE_UNFOLD_LIFE_H
#define HEDDLE_UNFOLD_LIFE_H

#include <llvm-c/Core.h>

#include "analysis/values.h"
#include "ir/prog.h"

struct unfold;
struct frame;

/* Could a freed block be handed out again? Of one turn. */
struct heap {
  bool freed;          /* there was a free */
  thread_id allocator; /* who has allocated since there are threads; NOBODY = nobody, or */
  bool several;        /* several of them have */
};

/* Before an access to these places: reports the use of something whose life is over, or that ends
 * before. True if it has opened a section, which the caller ends after the access. */
bool life_check(struct unfold *u, value_id address, uint32_t bytes, const struct target *targets,
                size_t n);
/* Before several accesses to so many bytes, of the width of a pointer: only the latter. */
void life_check_extent(struct unfold *u, value_id address, value_id bytes);
void life_slot(struct unfold *u, object_id object);      /* a stack slot is made */
void life_return(struct unfold *u, struct frame *frame); /* its slots go */
/* This instruction comes next: variables of inner blocks come and go. */
void life_scope(struct unfold *u, LLVMValueRef instruction);
/* The declaration of a variable, which may have been here before. */
void life_declare(struct unfold *u, LLVMValueRef declare, object_id object);
void life_thread_ends(struct unfold *u);   /* all its slots go, and its thread-local variables */
void life_unwind(struct unfold *u);        /* all slots of those who called this function go */
void life_outlives_main(struct unfold *u); /* somebody may go on when main has been left */
/* A block is allocated: its address, or that of a freed one that is handed out again. */
value_id life_allocate(struct unfold *u, object_id new, const char *name);
void life_free(struct unfold *u, value_id address);
value_id life_size(struct unfold *u, value_id address); /* of the object it lies in */
/* The program compares pointers to two different objects. */
void life_compared(struct unfold *u, object_id a, object_id b);
bool life_reuses(const struct unfold *u); /* may freed blocks be handed out again? */
void life_end(struct unfold *u);          /* the program ends: what was not freed? */
/* Something that keeps an int there is initialised: is it known to hold one already? */
value_id life_initialise(struct unfold *u, value_id address);

#endif
