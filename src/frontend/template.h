/* The text of inline assembly, in AT&T syntax as LLVM writes it, taken apart. Nothing here knows what
 * instructions do; assembly.c does, and execute.c. */
#ifndef HEDDLE_FRONTEND_TEMPLATE_H
#define HEDDLE_FRONTEND_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

/* The order in which they are numbered here; R8 to R15 follow. */
enum { REGISTER_AX, REGISTER_BX, REGISTER_CX, REGISTER_DX, REGISTER_SI, REGISTER_DI, REGISTER_BP };
enum { REGISTER_SP = 7, REGISTER_R8 = 8, N_REGISTERS = 16 };

/* A register of the processor, or an operand of the assembly, which stands for one. */
struct template_name {
  enum { NAME_NONE, NAME_REGISTER, NAME_OPERAND } kind;
  unsigned number;
  unsigned size; /* in bytes, as the text says; 0 = it does not */
};

struct template_argument {
  enum { ARGUMENT_NAME, ARGUMENT_NUMBER, ARGUMENT_MEMORY } kind;
  struct template_name name;  /* of ARGUMENT_MEMORY: the base */
  struct template_name index; /* of ARGUMENT_MEMORY */
  unsigned scale;             /* likewise */
  int64_t number;             /* or the displacement */
};

enum { TEMPLATE_ARGUMENTS = 3 };

struct template_instruction {
  char name[16];               /* "cmpxchgq" */
  struct template_name suffix; /* an operand whose size completes the name, as %z1 does */
  bool lock;
  unsigned n;
  struct template_argument arguments[TEMPLATE_ARGUMENTS];
};

struct template
{
  VEC(struct template_instruction) all;
};

/* False if the text has something that is not understood. The caller frees `all`. */
bool template_parse(struct template *template, const char *text, size_t length);
/* "rax", "eax", "ax", "al": false if it is none of them. */
bool template_register(const char *name, size_t length, struct template_name *out);

#endif
