/* The encoder: prog and rounds in, clauses out. doc/encoding.md explains it and why it is right.
 *
 * The clauses describe all round-robin executions of `rounds` rounds, violating or not; what is
 * asked for is one of the literals below, to be assumed (or added as a unit). */
#ifndef HEDDLE_ENCODE_ENCODE_H
#define HEDDLE_ENCODE_ENCODE_H

#include "analysis/labels.h"
#include "analysis/ranges.h"
#include "analysis/values.h"
#include "ir/prog.h"
#include "ir/schedule.h"
#include "sat/sat.h"

struct encoding;

/* Borrows its arguments until encoding_free. Without ranges (NULL) every value has all its bits. */
struct encoding *encode(const struct prog *prog, const struct labels *labels,
                        struct values *values, const struct ranges *ranges, unsigned rounds,
                        struct sink *sink);
void encoding_free(struct encoding *encoding);

/* True iff some assertion fails; 0 where no assertion can. */
int encoding_violation(const struct encoding *encoding);
/* True iff some thread is cut off by its unwinding bound; 0 where none can be. */
int encoding_cut(const struct encoding *encoding);
/* The schedule and inputs of the solver's present model. */
void encoding_schedule(const struct encoding *encoding, struct sat *sat, struct schedule *schedule);

#endif
