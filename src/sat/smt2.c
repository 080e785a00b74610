/* Clauses as SMT-LIB 2. Nothing but Booleans: the logic is QF_UF without functions. */
#include "sat/adapter.h"

#include <stdlib.h>

static void
write_variable(FILE *out, const struct smt2_text *text, int variable)
{
  const char *name = text->names ? text->names[variable] : NULL;
  if (name)
    fputs(name, out);
  else
    fprintf(out, "v%d", variable);
}

static void
write_clause(FILE *out, const struct smt2_text *text, const int *literals, size_t n)
{
  fputs(n == 1 ? "(assert" : n ? "(assert (or" : "(assert false", out);
  for (size_t i = 0; i < n; i++) {
    fputs(literals[i] < 0 ? " (not " : " ", out);
    write_variable(out, text, abs(literals[i]));
    if (literals[i] < 0)
      fputc(')', out);
  }
  fputs(n > 1 ? "))\n" : ")\n", out);
}

static void
write_clauses(FILE *out, const struct smt2_text *text, const struct sink *sink)
{
  const int *list;
  size_t n = sink_dimacs_literals(sink, &list);
  for (size_t i = 0, first = 0; i < n; i++)
    if (!list[i]) {
      write_clause(out, text, list + first, i - first);
      first = i + 1;
    }
  for (size_t i = 0; i < text->n; i++)
    write_clause(out, text, text->units + i, 1);
}

bool
sink_smt2_write(const struct sink *sink, FILE *out, const struct smt2_text *text)
{
  comment_write(out, ';', text->comment);
  fputs("(set-option :produce-models true)\n(set-logic QF_UF)\n", out);
  for (int variable = 1; variable <= sink->variables; variable++) {
    fputs("(declare-const ", out);
    write_variable(out, text, variable);
    fputs(" Bool)\n", out);
  }
  write_clauses(out, text, sink);
  fputs("(check-sat)\n", out);
  if (text->values && sink->variables) {
    fputs("(get-value (", out);
    for (int variable = 1; variable <= sink->variables; variable++) {
      fputs(variable > 1 ? " " : "", out);
      write_variable(out, text, variable);
    }
    fputs("))\n", out);
  }
  return !fflush(out) && !ferror(out);
}
