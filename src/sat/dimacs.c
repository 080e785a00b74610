#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "sat/adapter.h"

struct dimacs {
  struct sink sink;  /* first: a dimacs is a sink */
  VEC(int) literals; /* clause after clause, each ended by a 0 */
};

static int
dimacs_fresh(struct sink *sink)
{
  return sink->variables;
}

static void
dimacs_clause(struct sink *sink, const int *literals, size_t n)
{
  struct dimacs *dimacs = (struct dimacs *)sink;
  vec_reserve(&dimacs->literals, dimacs->literals.n + n + 1);
  for (size_t i = 0; i < n; i++)
    vec_push(&dimacs->literals, literals[i]);
  vec_push(&dimacs->literals, 0);
}

static void
dimacs_free(struct sink *sink)
{
  struct dimacs *dimacs = (struct dimacs *)sink;
  vec_free(&dimacs->literals);
  vec_drop(dimacs);
}

struct sink *
sink_dimacs(void)
{
  struct dimacs *dimacs = mem_alloc(sizeof *dimacs);
  dimacs->sink = (struct sink){.fresh = dimacs_fresh, .clause = dimacs_clause, .free = dimacs_free};
  return &dimacs->sink;
}

void
comment_write(FILE *out, char mark, const char *comment)
{
  while (comment && *comment) {
    size_t line = strcspn(comment, "\n");
    fputc(mark, out);
    if (line) {
      fputc(' ', out);
      fwrite(comment, 1, line, out);
    }
    fputc('\n', out);
    comment += line + (comment[line] == '\n');
  }
}

bool
sink_dimacs_write_with(struct sink *sink, FILE *out, const char *comment, const int *units,
                       size_t n)
{
  const struct dimacs *dimacs = (const struct dimacs *)sink;
  comment_write(out, 'c', comment);
  fprintf(out, "p cnf %d %" PRIu64 "\n", sink->variables, sink->clauses + n);
  for (size_t i = 0; i < dimacs->literals.n; i++)
    if (dimacs->literals.at[i])
      fprintf(out, "%d ", dimacs->literals.at[i]);
    else
      fputs("0\n", out);
  for (size_t i = 0; i < n; i++)
    fprintf(out, "%d 0\n", units[i]);
  return !fflush(out) && !ferror(out);
}

bool
sink_dimacs_write(struct sink *sink, FILE *out, const char *comment)
{
  return sink_dimacs_write_with(sink, out, comment, NULL, 0);
}

size_t
sink_dimacs_literals(const struct sink *sink, const int **list)
{
  const struct dimacs *dimacs = (const struct dimacs *)sink;
  *list = dimacs->literals.at;
  return dimacs->literals.n;
}

void
sink_dimacs_copy(const struct sink *sink, struct sink *into)
{
  const struct dimacs *dimacs = (const struct dimacs *)sink;
  while (into->variables < sink->variables)
    sink_fresh(into);
  for (size_t i = 0, first = 0; i < dimacs->literals.n; i++)
    if (!dimacs->literals.at[i]) {
      sink_clause(into, dimacs->literals.at + first, i - first);
      first = i + 1;
    }
}
