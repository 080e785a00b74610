/* What the instructions of inline assembly do. */
#ifndef HEDDLE_FRONTEND_EXECUTE_H
#define HEDDLE_FRONTEND_EXECUTE_H

#include "frontend/processor.h"

/* False, with the reason in p->fault, if the instruction is not among those that are known. */
bool execute(struct processor *p, const struct template_instruction *instruction);

#endif
