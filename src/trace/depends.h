/* Which steps of a run does what is wrong with it depend on? Zero-initialise; private to
 * src/trace. */
#ifndef HEDDLE_TRACE_DEPENDS_H
#define HEDDLE_TRACE_DEPENDS_H

#include "trace/trace.h"

struct depends {
  VEC(bool) event; /* of each: it happened, and matters */
  VEC(bool) value; /* likewise: something that matters was computed with it */
};

void depends_find(struct depends *depends, const struct trace_input *trace);
void depends_free(struct depends *depends);

#endif
