/* C for other tools: a bounded program as a sequential one, in the manner of Lazy-CSeq, or as one
 * with threads that lets others run at its labels only, in that of VeriSMART's variants.
 *
 * In the sequential form every thread becomes a function with a numbered label wherever it can be
 * interrupted; a driver calls the functions in turn, round by round, and guesses each time how far
 * a thread goes. What is arbitrary, assumed and forbidden is said by the few words of
 * share/emit/sequential.h, which mean what the tool at hand wants to hear. A variant is for POSIX
 * threads and share/emit/variant.c. doc/emit.md shows what they look like.
 *
 * The text depends on nothing but what goes in; strings of the prog are copied. */
#ifndef HEDDLE_EMIT_EMIT_H
#define HEDDLE_EMIT_EMIT_H

#include "analysis/labels.h"
#include "analysis/part.h"
#include "analysis/ranges.h"
#include "base/str.h"
#include "ir/prog.h"

enum program_form { PROGRAM_SEQUENTIAL, PROGRAM_VARIANT };

/* What an instance leaves of the schedules, and what it is called. */
struct emit_instance {
  struct part part;
  char *name;
};

struct emit_request {
  enum program_form form;
  const struct prog *prog; /* sequentially consistent; races are not looked for */
  const struct labels *labels;
  const struct part *part; /* without ends, of a variant only closed labels; NULL: all schedules */
  const struct emit_instance *instances; /* of a variant: tables from which -D chooses */
  size_t n_instances;
  const struct ranges *ranges; /* of the prog; NULL: every variable gets all its bits */
  bool claims;       /* statements that say what the ranges say, and no variable with fewer bits */
  unsigned rounds;   /* a variant has no such bound */
  const char *about; /* lines for the comment at the top; each ends in a newline */
  const char *file;  /* what the text will be called, for the lines behind #line directives */
  bool lines;        /* #line directives: other tools then speak of the program's own lines */
};

void emit_program(struct str *out, const struct emit_request *request);

#endif
