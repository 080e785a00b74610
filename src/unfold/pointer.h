/* Accesses through pointers: loads and stores of all that an address may denote, private or shared,
 * under the guard of the path. They report what the program must not touch. */
#ifndef HEDDLE_UNFOLD_POINTER_H
#define HEDDLE_UNFOLD_POINTER_H

#include "analysis/values.h"
#include "ir/prog.h"

struct unfold;

value_id access_load(struct unfold *u, value_id address, uint32_t bytes, enum memory_order order);
void access_store(struct unfold *u, value_id address, value_id value, enum memory_order order);
/* The same of a number that the machine may have to move in two halves. */
value_id access_load_torn(struct unfold *u, value_id address, uint32_t bytes,
                          enum memory_order order);
void access_store_torn(struct unfold *u, value_id address, value_id value, enum memory_order order);
/* All places the address may denote, object by object; the caller frees. */
void access_targets(struct unfold *u, value_id address, struct target **targets, size_t *n);
/* Objects the address may lie in, for looking at types; 0 = unknown. */
struct target access_first_target(struct unfold *u, value_id address);
/* The text at a constant address, or NULL. */
const char *access_text(struct unfold *u, value_id address);

#endif
