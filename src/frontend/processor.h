/* What inline assembly works on: registers, operands, memory, the stack, and the flags that the last
 * instruction has left. Registers and flags are values of the function that the assembly is in;
 * whatever is asked for, instructions of LLVM are built that compute it. */
#ifndef HEDDLE_FRONTEND_PROCESSOR_H
#define HEDDLE_FRONTEND_PROCESSOR_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "frontend/template.h"

enum { MOST_OPERANDS = 32, MOST_PUSHED = 4 };

/* A register: one of the processor, or one that the compiler chooses. */
struct cell {
  LLVMValueRef value; /* of any type; NULL = arbitrary bits, none of which was looked at */
  unsigned known;     /* so many bytes; what is above is arbitrary */
  LLVMValueRef first; /* what was there at the beginning */
  bool input, output; /* of the assembly */
  bool early;         /* shared with no input */
  bool ours;          /* may be changed: it is an output, or clobbered */
  bool written;
};

struct operand {
  enum { OPERAND_REGISTER, OPERAND_PAIR, OPERAND_MEMORY, OPERAND_NUMBER, OPERAND_FLAG } kind;
  unsigned cell;      /* OPERAND_REGISTER */
  unsigned size;      /* of its type, in bytes; 0 = no type for a register */
  LLVMValueRef value; /* OPERAND_MEMORY: the address; OPERAND_NUMBER */
  bool points;        /* OPERAND_MEMORY: a pointer lies there */
  const char *flag;   /* OPERAND_FLAG: the condition, with what follows */
  LLVMTypeRef result; /* of an output that is no memory */
};

struct flags {
  enum { FLAGS_UNKNOWN, FLAGS_ADD, FLAGS_SUB, FLAGS_LOGIC, FLAGS_CARRY } kind;
  LLVMValueRef a, b;
  LLVMValueRef result; /* NULL = not computed yet, of a comparison */
  LLVMValueRef carry;  /* instead of what would follow; NULL = what follows */
  bool no_carry;       /* it is unknown */
};

struct processor {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  LLVMBuilderRef builder;
  unsigned word; /* size of an address, in bytes */
  struct cell cells[N_REGISTERS + MOST_OPERANDS];
  struct operand operands[MOST_OPERANDS];
  unsigned n_operands;
  struct flags flags;
  LLVMValueRef pushed[MOST_PUSHED];
  unsigned n_pushed;
  struct arena arena;
  bool orders;       /* the compiler moves no accesses across it: "memory" is clobbered */
  const char *fault; /* why it is not understood; NULL = it is */
};

/* Where in memory. */
struct memory_place {
  LLVMValueRef address;
  bool points; /* a pointer lies there, as far as is known */
};

/* All functions return NULL or false, with the reason in `fault`, if something is not understood. */
void *processor_refuse(struct processor *p, const char *fault);
LLVMTypeRef processor_type(const struct processor *p, unsigned size);
LLVMValueRef processor_number(const struct processor *p, unsigned size, int64_t n);
LLVMValueRef processor_arbitrary(struct processor *p, unsigned size);
/* The same bits, as another type of the same size. */
LLVMValueRef processor_as(const struct processor *p, LLVMValueRef value, LLVMTypeRef type);

LLVMValueRef processor_read_cell(struct processor *p, unsigned cell, unsigned size);
bool processor_write_cell(struct processor *p, unsigned cell, LLVMValueRef value);

bool processor_is_memory(const struct processor *p, const struct template_argument *argument);
bool processor_is_register(const struct processor *p, const struct template_argument *argument);
unsigned processor_cell(const struct processor *p, const struct template_name *name);
/* The size that the argument has by itself, 0 = none. */
unsigned processor_size(const struct processor *p, const struct template_argument *argument);
bool processor_place(struct processor *p, const struct template_argument *argument,
                     struct memory_place *place);
/* Is it the place to which the stack has grown? */
bool processor_is_stack(const struct template_argument *argument);

LLVMValueRef processor_load(struct processor *p, const struct memory_place *place, unsigned size);
void processor_store(struct processor *p, const struct memory_place *place, LLVMValueRef value);
LLVMValueRef processor_change(struct processor *p, const struct memory_place *place,
                              LLVMAtomicRMWBinOp operation, LLVMValueRef value);
/* What was there before. */
LLVMValueRef processor_exchange(struct processor *p, const struct memory_place *place,
                                LLVMValueRef expected, LLVMValueRef wanted);
void processor_fence(struct processor *p, LLVMAtomicOrdering order);
/* Other threads do nothing between these. */
void processor_begin(struct processor *p);
void processor_end(struct processor *p);

LLVMValueRef processor_read(struct processor *p, const struct template_argument *argument,
                            unsigned size);
bool processor_write(struct processor *p, const struct template_argument *argument,
                     LLVMValueRef value);

/* A condition as of "setCONDITION", as a bit. */
LLVMValueRef processor_condition(struct processor *p, const char *condition);
LLVMValueRef processor_carry(struct processor *p);

#endif
