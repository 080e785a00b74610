/* Debug information: places, types and names in the words of the source, into a prog.
 *
 * The struct remembers which nodes have become what; types and places of a prog may move on into
 * the next one, so it outlives them. */
#ifndef HEDDLE_FRONTEND_DEBUG_H
#define HEDDLE_FRONTEND_DEBUG_H

#include <llvm-c/Core.h>

#include "base/map.h"
#include "frontend/cfg.h"
#include "ir/prog.h"

struct debug {
  LLVMModuleRef module;
  struct prog *prog;     /* that everything goes to */
  const char *directory; /* where we are, "" if unknown */
  struct map places;     /* node and caller -> place */
  struct map types;      /* node -> type + 1 */
  bool handles;          /* there are variables of the type pthread_t */
};

void debug_free(struct debug *d);

/* The function that an instruction is looked at in. */
struct debug_frame {
  const struct cfg *cfg;
  place_id caller; /* where it was called, 0 = nowhere */
  place_id last;   /* where we were before, for instructions that do not say */
};

place_id debug_place(struct debug *d, const struct debug_frame *frame, LLVMValueRef instruction);
/* The file of a function; "" if unknown. */
const char *debug_file(struct debug *d, LLVMValueRef function);
void debug_name_object(struct debug *d, LLVMValueRef declared, struct object *object);
/* dbg.declare: gives the stack object its name and type. */
void debug_declare(struct debug *d, LLVMValueRef call, object_id object);
/* Is it about a variable of a block inside of its function? */
bool debug_is_inner(struct debug *d, LLVMValueRef call);
/* Size of the scalar that the type has at this offset, 0 if unknown. */
uint32_t debug_scalar_at(const struct prog *prog, type_id type, uint64_t offset);
/* The address of an object is stored there: if it is a heap block without a type, the pointer gives
 * it one. */
void debug_points(struct prog *prog, struct target target, object_id pointed);
/* Is what lies there a pthread_t or thrd_t? */
bool debug_is_handle(const struct prog *prog, type_id type, uint64_t offset);
bool debug_in_model(const struct prog *prog, place_id place);
/* The user's call that led into a model, or the place itself. */
place_id debug_user_place(const struct prog *prog, place_id place);

#endif
