/* What the variables of a formula stand for, as comment lines in a file for other solvers.
 * doc/solvers.md describes them. */
#ifndef HEDDLE_REPORT_NAMES_H
#define HEDDLE_REPORT_NAMES_H

#include "base/mem.h"
#include "base/str.h"
#include "encode/encode.h"

struct names {
  struct arena arena;
  VEC(const char *) symbols; /* by variable: its SMT-LIB symbol; NULL where it has no meaning */
};

/* Gives the variables 1 to `variables` their symbols. */
void names_find(struct names *names, const struct encoding *encoding, int variables);
/* Threads, labels, and everything with a meaning; `symbols`: by these, else by number. */
void names_text(struct str *out, const struct names *names, const struct encoding *encoding,
                const struct prog *prog, const struct labels *labels, bool symbols);
void names_free(struct names *names);

#endif
