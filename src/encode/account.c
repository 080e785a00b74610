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
 *   known w|r A B CONSTANT                         writer A is before writer or reading B, or is not
 *   transitive A B C                               nodes
 *   between R W X                                  X is not between the source W and the reading
 *
 * Of two accesses of one thread the earlier event comes first. Of others that belong to nodes of
 * their own threads the nodes decide. What happens with the creation of a thread belongs to the node
 * that creates it; if both belong to that node, it is the creator that comes first. Where creation and
 * joining tell more than this, there is a line `known`. */
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

/* ---- what creation and joining tell besides ---- */

/* What nodes and events tell of accesses of different threads; 0 = nothing. */
static lit
plain_before(const struct encoding *e, const struct moment *a, const struct moment *b)
{
  if (a->node != b->node)
    return staircase_before(e, a->node, b->node);
  return moment_is_own(e, a) ? GATE_TRUE : moment_is_own(e, b) ? GATE_FALSE : 0;
}

static void
write_known(const struct encoding *e, uint32_t writer, char kind, size_t other,
            const struct moment *when, FILE *out)
{
  const struct moment *first = &e->staircase->writers.at[writer].when;
  if (first->thread == when->thread || (moment_is_own(e, first) && moment_is_own(e, when)))
    return;
  lit before = moment_before(e, first, when);
  if (before == plain_before(e, first, when))
    return;
  INVARIANT(before == GATE_TRUE || before == GATE_FALSE);
  fprintf(out, "known %c %" PRIu32 " %zu", kind, writer, other);
  write_literal(out, before);
  fputc('\n', out);
}

/* Of the accesses that an added clause is about. */
static void
write_known_of(const struct encoding *e, const struct added *added, FILE *out)
{
  const struct staircase *s = e->staircase;
  uint32_t reading = added->of[0], source = added->of[1], other = added->of[2];
  if (added->scheme != SCHEME_BETWEEN)
    return;
  write_known(e, other, 'r', reading, &s->readings.at[reading].when, out);
  if (source == INITIAL)
    return;
  write_known(e, other, 'w', source, &s->writers.at[source].when, out);
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
    write_known_of(e, &s->added.at[i], out);
  for (size_t i = 0; i < s->added.n; i++)
    write_added(&s->added.at[i], out);
}
