/* An account of the clauses that were added after models, for whoever checks a proof.
 *
 * The formula that is proved to have no solution is the encoding, then what refine.c has added, then
 * the question. The encoding is trusted. Each added clause must be an instance of one of two
 * schemes. Here is written of which, and what the literals are that the schemes speak of. The checker
 * (test/drat) makes each clause anew from that, and compares. It also asks whether the encoding says
 * of these literals what it must say of such ones.
 *
 * A line begins with a word, and the kinds of lines come in this order. T and F are the constants.
 *
 *   order VARIABLES CLAUSES                        of the encoding
 *   question NAME LITERAL
 *   node N THREAD CHAIN HAPPENED label|commit      numbered from 0, chain by chain
 *   before N LITERAL...                            N and each node of a later chain, one by one
 *   writer W THREAD EVENT NODE CELL WROTE          NODE may be -: the start of main
 *   reading R THREAD EVENT NODE CELL ACTIVE
 *   source R W FROM                                W may be -: the initial contents
 *   transitive A B C                               nodes
 *   between R W X                                  X is not between the source W and the reading
 *
 * Of two accesses of one thread the earlier event comes first. Of others the nodes decide. What
 * happens with the creation of a thread belongs to the node that creates it; of two accesses that
 * belong to one node, that of the creator comes first. Only of two threads that begin with the same
 * node creation and joining can tell more. Clauses about these are written at once, since all their
 * order is known. The checker would refuse one that is added. */
#include <inttypes.h>

#include "base/invariant.h"
#include "encode/staircase.h"

static void
write_literal(FILE *out, lit literal)
{
  if (literal == GATE_TRUE || literal == GATE_FALSE)
    fputs(literal == GATE_TRUE ? " T" : " F", out);
  else
    fprintf(out, " %d", literal);
}

/* A dash for what is not there. */
static void
write_number(FILE *out, uint32_t number)
{
  INVARIANT(NO_NODE == INITIAL);
  if (number == NO_NODE)
    fputs(" -", out);
  else
    fprintf(out, " %" PRIu32, number);
}

/* ---- nodes ---- */

static void
write_nodes(const struct encoding *e, FILE *out)
{
  const struct staircase *s = e->staircase;
  for (uint32_t n = 0; n < s->nodes.n; n++) {
    const struct node *node = &s->nodes.at[n];
    fprintf(out, "node %" PRIu32 " %u %" PRIu32, n, (unsigned)node->thread, node->chain);
    write_literal(out, e->passed.at[staircase_label(e, node->thread, node->label)]);
    fputs(node->commit == NO_COMMIT ? " label\n" : " commit\n", out);
  }
}

static void
write_order(const struct encoding *e, FILE *out)
{
  const struct staircase *s = e->staircase;
  for (uint32_t a = 0; a < s->nodes.n; a++) {
    fprintf(out, "before %" PRIu32, a);
    for (uint32_t b = s->first_node.at[s->nodes.at[a].chain + 1]; b < s->nodes.n; b++)
      write_literal(out, staircase_before(e, a, b));
    fputc('\n', out);
  }
}

/* ---- accesses ---- */

static void
write_access(FILE *out, const char *word, size_t number, const struct moment *when, uint32_t cell,
             lit literal)
{
  fprintf(out, "%s %zu %u %u", word, number, (unsigned)when->thread, (unsigned)when->event);
  write_number(out, when->node);
  fprintf(out, " %" PRIu32, cell);
  write_literal(out, literal);
  fputc('\n', out);
}

static void
write_accesses(const struct staircase *s, FILE *out)
{
  for (size_t i = 0; i < s->writers.n; i++)
    write_access(out, "writer", i, &s->writers.at[i].when, s->writers.at[i].cell,
                 s->writers.at[i].wrote);
  for (size_t i = 0; i < s->readings.n; i++)
    write_access(out, "reading", i, &s->readings.at[i].when, s->readings.at[i].cell,
                 s->readings.at[i].active);
}

static void
write_sources(const struct staircase *s, FILE *out)
{
  for (size_t r = 0; r < s->readings.n; r++)
    for (size_t i = 0; i < s->readings.at[r].n_sources; i++) {
      const struct source *source = &s->sources.at[s->readings.at[r].sources + i];
      fprintf(out, "source %zu", r);
      write_number(out, source->writer);
      write_literal(out, source->from);
      fputc('\n', out);
    }
}

/* ---- all ---- */

static void
write_added(const struct added *added, FILE *out)
{
  fputs(added->scheme == SCHEME_TRANSITIVE ? "transitive" : "between", out);
  for (unsigned i = 0; i < 3; i++)
    write_number(out, added->of[i]);
  fputc('\n', out);
}

bool
encoding_refines(const struct encoding *e)
{
  return e->staircase;
}

void
encoding_account(const struct encoding *e, int question, const char *name, FILE *out)
{
  const struct staircase *s = e->staircase;
  fprintf(out, "order %d %" PRIu64 "\nquestion %s %d\n", s->variables, s->clauses, name, question);
  write_nodes(e, out);
  write_order(e, out);
  write_accesses(s, out);
  write_sources(s, out);
  for (size_t i = 0; i < s->added.n; i++)
    write_added(&s->added.at[i], out);
}
