/* From the linked module to code: every function that the entry may call. */
#ifndef HEDDLE_VM_TRANSLATE_H
#define HEDDLE_VM_TRANSLATE_H

#include "frontend/frontend.h"
#include "vm/code.h"

/* What is not supported becomes an instruction that gives up, since it may never be reached. False,
 * with the reason in `code->texts`, if nothing can be run at all. */
bool translate(struct code *code, const struct frontend *frontend,
               const struct frontend_options *options);

#endif
