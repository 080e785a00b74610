/* Copying and filling of memory whose length is not constant. */
#ifndef HEDDLE_UNFOLD_COPY_H
#define HEDDLE_UNFOLD_COPY_H

#include "ir/prog.h"

struct unfold;

struct copy {
  value_id to, from;
  value_id length; /* as wide as a pointer */
  bool fills;      /* with the byte `from` */
};

/* False if there are too many pieces, and nothing has happened. */
bool copy_run(struct unfold *u, const struct copy *copy);
/* A power of two that divides the length; at most 8. */
uint64_t copy_power(struct unfold *u, value_id length);

#endif
