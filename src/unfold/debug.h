/* Debug information: places, types and names in the words of the source. */
#ifndef HEDDLE_UNFOLD_DEBUG_H
#define HEDDLE_UNFOLD_DEBUG_H

#include <llvm-c/Core.h>

#include "analysis/values.h"
#include "base/map.h"
#include "ir/prog.h"

struct unfold;

struct debug {
  const char *directory; /* where we are, "" if unknown */
  struct map places;     /* hash -> place + 1 */
  struct map types;      /* debug info node -> type + 1 */
  bool handles;          /* there are variables of the type pthread_t */
};

place_id debug_place(struct unfold *u, LLVMValueRef instruction);
/* The file of a function; "" if unknown. */
const char *debug_file(struct unfold *u, LLVMValueRef function);
void debug_name_object(struct unfold *u, LLVMValueRef declared, struct object *object);
/* dbg.declare: gives the stack object its name and type. */
void debug_declare(struct unfold *u, LLVMValueRef call, object_id object);
/* Size of the scalar that the type has at this offset, 0 if unknown. */
uint32_t debug_scalar_at(const struct prog *prog, type_id type, uint64_t offset);
/* This address is stored there: if it is that of a heap block without a type, the pointer gives it
 * one. */
void debug_points(struct unfold *u, struct target target, uint64_t address);
/* Is what lies there a pthread_t or thrd_t? */
bool debug_is_handle(const struct prog *prog, type_id type, uint64_t offset);
bool debug_in_model(const struct prog *prog, place_id place);
/* The user's call that led into a model, or the place itself. */
place_id debug_user_place(const struct prog *prog, place_id place);

#endif
