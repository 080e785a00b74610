/* What instructions compute. Whoever computes with addresses in a way that depends on where objects
 * lie is refused. */
#ifndef HEDDLE_VM_ARITHMETIC_H
#define HEDDLE_VM_ARITHMETIC_H

#include "vm/heap.h"

enum computed {
  COMPUTED,
  COMPUTED_ADDRESS, /* it depends on where an object lies */
  COMPUTED_BY_ZERO, /* a division by zero, or whose result does not fit; the zeros before the ones of 0 */
  COMPUTED_SHIFT, /* by too much */
  COMPUTED_UNWRITTEN,
};

enum computed compute_binary(const struct heap *heap, enum binary kind, unsigned width, uint64_t a,
                             uint64_t b, uint64_t *result);
enum computed compute_compare(const struct heap *heap, enum compare kind, unsigned width,
                              uint64_t a, uint64_t b, uint64_t *result);
enum computed compute_resize(bool is_signed, unsigned width, unsigned from, uint64_t a,
                             uint64_t *result);
/* An address, or what is none, moved. */
enum computed compute_advance(uint64_t a, int64_t by, uint64_t *result);
int64_t compute_signed(uint64_t value, unsigned width);

#endif
