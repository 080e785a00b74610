/* Diagnostics about the user's input: collected with their places while a phase
 * runs, printed at the end by the command line. A phase that reported an error
 * returns failure; it never exits. */
#ifndef HEDDLE_BASE_DIAG_H
#define HEDDLE_BASE_DIAG_H

#include <stdbool.h>
#include <stdio.h>

#include "base/mem.h"

enum diag_level { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR };

struct diag {
  enum diag_level level;
  const char *file; /* NULL where there is no place */
  unsigned line, column;
  const char *text;
};

struct diags {
  struct arena arena;
  VEC(struct diag) all;
  unsigned errors;
};

/* Adds a message; the same message at the same place is kept once. */
void diag_at(struct diags *diags, enum diag_level level, const char *file, unsigned line,
             unsigned column, const char *format, ...);
void diag_error(struct diags *diags, const char *format, ...);
/* "file:line:column: error: text", one a line. */
void diags_print(const struct diags *diags, FILE *out);
void diags_free(struct diags *diags);

#endif
