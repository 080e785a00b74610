/* All schedules at once: one order of the labels instead of rounds.
 *
 * The rounds of encode.c limit how often threads interrupt each other. That finds bugs fast, but a
 * proof needs as many rounds as there are visible steps. Here the clauses say what an execution is
 * without them: which labels happen (staircase.c), in which order, two threads at a time, and from
 * which store each load gets its value (source.c). Lemmas about locks follow (critical.c). That
 * the orders of all pairs of threads fit together is added as models need it (refine.c).
 *
 * Values, cells, conditions, questions and restrictions are those of rounds, with a single round:
 * `passed` in it means that the label happens. doc/encoding.md says why no execution is lost and
 * none invented.
 *
 * The formula grows with pairs of labels, and with loads times stores times bits. What would
 * become too large is not begun. */
#include "base/invariant.h"
#include "base/mutant.h"
#include "encode/staircase.h"

/* True if what follows would make it too large. */
static bool
is_too_large(struct encoding *e, uint64_t more)
{
  uint64_t clauses = e->gates.sink->clauses + more, most = e->staircase->watch.most;
  bool is = most && clauses > most;
  if (is)
    e->staircase->too_large = clauses;
  return is;
}

static uint64_t
pairs(const struct encoding *e)
{
  const struct staircase *s = e->staircase;
  uint64_t n = 0;
  for (size_t chain = 0; chain + 1 < s->first_node.n; chain++) {
    uint64_t own = s->first_node.at[chain + 1] - s->first_node.at[chain];
    n += own * (s->nodes.n - own);
  }
  return n + 2 * s->commits.n * s->nodes.n; /* behind its label, before a barrier */
}

/* The states that questions are about have the memory of the end. With late stores threads that are
 * about to race see different ones. */
static void
ask(struct encoding *e)
{
  struct staircase *s = e->staircase;
  bool race_sees_memory = !s->commits.n;
  if (e->prog->asks & PROPERTY_DEADLOCK || (e->prog->asks & PROPERTY_RACE && race_sees_memory))
    source_find_last(e);
  encoding_ask(e);
  int deadlock = e->questions[QUESTION_DEADLOCK], race = e->questions[QUESTION_RACE];
  if (deadlock) {
    gate_imply(&e->gates, deadlock, s->final);
    commit_must_be_done(e, deadlock);
  }
  if (race)
    gate_imply(&e->gates, race, race_sees_memory ? s->final : s->viewed);
}

static void
build(struct encoding *e)
{
  memory_reset(e);
  staircase_find_nodes(e);
  staircase_find_happened(e);
  if (is_too_large(e, pairs(e)))
    return;
  staircase_make(e);
  if (staircase_stopped(e))
    return;
  staircase_join(e);
  if (is_too_large(e, commit_estimate(e)) || staircase_stopped(e))
    return;
  commit_order(e);
  if (e->prog->asks & PROPERTY_RACE)
    commit_find_done(e);
  source_find_writers(e);
  if (staircase_stopped(e) || is_too_large(e, source_estimate(e)))
    return;
  source_add(e);
  critical_add(e);
  if (!staircase_stopped(e))
    ask(e);
}

struct encoding *
encode_order(const struct prog *prog, const struct labels *labels, struct values *values,
             const struct ranges *ranges, struct sink *sink, struct encode_watch watch)
{
  struct encoding *e = encoding_begin(prog, labels, values, ranges, sink);
  e->staircase = mem_alloc(sizeof *e->staircase);
  e->staircase->watch = watch;
  build(e);
  INVARIANT(!e->gates.scratch.n && e->gates.sink == sink);
  e->staircase->variables = sink->variables;
  e->staircase->clauses = sink->clauses;
  return e;
}

uint32_t
encoding_chains(const struct encoding *e)
{
  return e->staircase ? (uint32_t)e->staircase->first_node.n - 1 : 0;
}

struct chain
encoding_chain(const struct encoding *e, uint32_t number)
{
  INVARIANT(number < encoding_chains(e));
  const uint32_t *first = &e->staircase->first_node.at[number];
  return (struct chain){first[0], first[1]};
}

int
encoding_before(const struct encoding *e, uint32_t a, uint32_t b)
{
  size_t n = e->staircase ? e->staircase->nodes.n : 0;
  lit literal = a < n && b < n ? staircase_before(e, a, b) : GATE_FALSE;
  return literal == GATE_TRUE || literal == GATE_FALSE ? 0 : literal;
}

bool
encoding_is_whole(const struct encoding *e)
{
  return !e->staircase || (!e->staircase->stopped && !e->staircase->too_large);
}

uint64_t
encoding_too_large(const struct encoding *e)
{
  return e->staircase ? e->staircase->too_large : 0;
}
