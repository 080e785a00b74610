/* Inside of this folder: what the adapters to solvers share. */
#ifndef HEDDLE_SAT_ADAPTER_H
#define HEDDLE_SAT_ADAPTER_H

#include "base/mem.h"
#include "sat/sat.h"

/* The moment at which a call that begins now must end; limits may be NULL. */
double limits_deadline(const struct sat_limits *limits);
/* Is it over, or is it asked to stop? */
bool limits_reached(const struct sat_limits *limits, double deadline);

/* Each line of the comment (NULL = none) behind the mark. */
void comment_write(FILE *out, char mark, const char *comment);

/* What a solver says in its output (answer.c). */
struct answer {
  bool sat, unsat, unknown; /* what it claims; all of it, if it contradicts itself */
  VEC(bool) model;          /* by variable; false where it says nothing */
};
/* Into a zeroed answer, about variables 1 to `variables`. Whatever the text is: what cannot be
 * understood says nothing. */
void answer_read(struct answer *answer, enum sat_form form, const char *text, int variables);
void answer_free(struct answer *answer);

#endif
