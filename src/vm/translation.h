/* What the parts of the translation share: translate.c (functions), constant.c (values that are known),
 * call.c (calls). */
#ifndef HEDDLE_VM_TRANSLATION_H
#define HEDDLE_VM_TRANSLATION_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "frontend/cfg.h"
#include "frontend/frontend.h"
#include "vm/code.h"

struct fixup {
  uint32_t instruction;
  uint32_t *unused;
  uint32_t from, to; /* blocks */
  uint8_t field;     /* b or c of the instruction; from 2 on: that place in its list */
};

struct translation {
  struct code *code;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  const struct frontend_options *options;
  struct map functions;        /* LLVMValueRef -> number + 1 */
  struct map globals;          /* LLVMValueRef -> object */
  struct map points;           /* instrument/points.h */
  VEC(LLVMValueRef) waiting;   /* functions by number; those from `done` on have no body yet */
  VEC(LLVMValueRef) variables; /* by object; those from `initialised` on have no initial value */
  size_t done, initialised;

  /* the function at work */
  struct function *function;
  struct cfg *cfg;
  struct map promoted;  /* alloca -> register + 1 */
  VEC(uint32_t) starts; /* of blocks */
  VEC(struct fixup) fixups;
  uint32_t block;
  uint32_t point; /* that the next instruction begins */
  bool atomic;    /* what is translated is an atomic load or store */
};

uint32_t translation_function(struct translation *t, LLVMValueRef function);
uint32_t translation_global(struct translation *t, LLVMValueRef global);

/* Bits of a scalar type; 0: it is none. */
unsigned translation_width(const struct translation *t, LLVMTypeRef type);
uint64_t translation_bytes(const struct translation *t, LLVMTypeRef type);
uint64_t translation_offset(const struct translation *t, LLVMTypeRef type, unsigned index);

uint32_t code_add(struct translation *t, struct instruction instruction);
void code_give_up(struct translation *t, const char *format, ...);
uint32_t code_constant(struct translation *t, uint64_t value);
uint32_t new_register(struct translation *t);
/* Adds to the list that the next instruction with one gets; see translate_list. */
void operand_list(struct translation *t, LLVMValueRef value, uint32_t *out);
uint32_t operand_one(struct translation *t, LLVMValueRef value);
uint32_t result_of(struct translation *t, LLVMValueRef instruction);
uint32_t code_advance(struct translation *t, uint32_t address, uint64_t offset);
void code_load(struct translation *t, LLVMTypeRef type, uint32_t address, uint32_t to);
/* The operands of its scalars; the number of them. */
uint32_t code_store(struct translation *t, LLVMTypeRef type, uint32_t address,
                    const uint32_t *values);

/* constant.c */
bool translation_scalars(struct translation *t, LLVMValueRef constant, uint64_t *out);
void translation_initial(struct translation *t, struct global *global, LLVMValueRef value,
                         uint64_t offset);

/* call.c */
void call_translate(struct translation *t, LLVMValueRef call);
/* Is the function a section, whoever calls it? */
bool call_is_atomic(const char *name);

enum { MOST_SCALARS = 64 };

#endif
