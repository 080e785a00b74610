/* Disjunctions, which is how the control flow joins guards.
 *
 * In a | b the conjuncts that both have are taken out first: the lowest node
 * common to both chains, then whatever else occurs in both. What is left of each
 * is joined as !(!a & !b). There the conjuncts are treated as clauses: each
 * denies a conjunction of literals. A clause that denies less implies one that
 * denies more. And if x & m is denied, then in any other denied conjunction that
 * contains x, what follows from !m can be left out. In this way the edges that
 * leave a branch, joined in any order, give back exactly the guard before it.
 *
 * Clauses are simplified as lists; nodes are made of them only in the end, and
 * only if the result is small. */
#include "ir/conjuncts.h"
#include "ir/node.h"

enum { SMALL = 16, STEPS = 256, FEW = 8 };

/* ---- what both sides have -------------------------------------------------------- */

/* a and b as: common & the rest of each. */
struct fork {
  value_id common;
  struct conjuncts a, b; /* right to left */
};

/* Walks down both chains, always on the side of the younger node, so that both
 * meet in the lowest node they share. */
static void
fork_chains(struct fork *fork, const struct prog *prog, value_id a, value_id b)
{
  fork->a.n = fork->b.n = 0;
  while (a != b) {
    bool moved = a > b ? conjuncts_step(prog, &a, &fork->a) : conjuncts_step(prog, &b, &fork->b);
    if (!moved)
      moved = a > b ? conjuncts_step(prog, &b, &fork->b) : conjuncts_step(prog, &a, &fork->a);
    if (!moved)
      break;
  }
  fork->common = a == b ? a : VALUE_TRUE;
  if (a != b) {
    fork->a.at[fork->a.n++] = a;
    fork->b.at[fork->b.n++] = b;
  }
}

static bool
take_out(struct conjuncts *list, value_id a)
{
  for (unsigned i = 0; i < list->n; i++)
    if (list->at[i] == a) {
      for (list->n--; i < list->n; i++)
        list->at[i] = list->at[i + 1];
      return true;
    }
  return false;
}

/* Moves what both rests have to the common part, in the order of a. */
static void
share_conjuncts(struct fork *fork, struct prog *prog)
{
  for (unsigned i = fork->a.n; i-- > 0;) {
    value_id conjunct = fork->a.at[i];
    if (!take_out(&fork->b, conjunct))
      continue;
    take_out(&fork->a, conjunct);
    fork->common = make_and(prog, fork->common, conjunct);
  }
}

static value_id
build_chain(struct prog *prog, const struct conjuncts *rest)
{
  value_id all = VALUE_TRUE;
  for (unsigned i = rest->n; i-- > 0;)
    all = make_and(prog, all, rest->at[i]);
  return all;
}

/* ---- clauses ----------------------------------------------------------------------- */

struct clause {
  value_id origin;     /* the node it is, or NO_VALUE */
  struct facts denied; /* what does not all hold */
};

/* `done` are clauses that nothing more can be said about; `pending` are still to be added. */
struct clauses {
  struct prog *prog;
  struct clause done[CONJUNCTS], pending[CONJUNCTS];
  unsigned n_done, n_pending;
  bool changed, full, contradiction;
};

static struct clause *
new_pending(struct clauses *c)
{
  if (c->n_pending == CONJUNCTS) {
    c->full = true;
    return NULL;
  }
  struct clause *clause = &c->pending[c->n_pending++];
  clause->origin = NO_VALUE;
  clause->denied.n = 0;
  clause->denied.summary = 0;
  return clause;
}

/* Adds that a value holds, conjunct by conjunct. */
static void
push_value(struct clauses *c, value_id a)
{
  struct conjuncts list;
  conjuncts_flat(&list, c->prog, a);
  while (list.n) {
    struct clause *clause = new_pending(c);
    if (!clause)
      return;
    clause->origin = list.at[--list.n];
    value_id inner = conjunction_inside(c->prog, clause->origin);
    if (inner == NO_VALUE)
      facts_add(&clause->denied, literal_of(c->prog, clause->origin) ^ 1);
    else
      facts_of(&clause->denied, c->prog, inner);
  }
}

/* Adds that a conjunction, given right to left, does not hold. */
static void
push_denial(struct clauses *c, const struct conjuncts *list)
{
  if (list->n == 1) {
    push_value(c, value_not(c->prog, list->at[0]));
    return;
  }
  struct clause *clause = new_pending(c);
  for (unsigned i = list->n; clause && i-- > 0;) {
    struct conjuncts flat;
    conjuncts_flat(&flat, c->prog, list->at[i]);
    if (clause->denied.n + i + flat.n > CONJUNCTS) {
      facts_add(&clause->denied, literal_of(c->prog, list->at[i]));
      continue;
    }
    for (unsigned j = 0; j < flat.n; j++)
      facts_add(&clause->denied, literal_of(c->prog, flat.at[j]));
  }
}

/* Sends a clause back without the literals whose bits are set in `drop`. */
static void
push_shorter(struct clauses *c, const struct clause *old, uint64_t drop)
{
  struct clause *clause = new_pending(c);
  c->changed = true;
  for (unsigned i = 0; clause && i < old->denied.n; i++)
    if (!(drop >> i & 1))
      facts_add(&clause->denied, old->denied.at[i]);
}

/* The conjunction that a literal denies. */
static bool
denial(struct facts *out, const struct prog *prog, literal l)
{
  if (!(l & 1) || !is_and(prog, (value_id)(l >> 1)))
    return false;
  facts_of(out, prog, (value_id)(l >> 1));
  return true;
}

/* Whether l follows if the literals in m do not all hold. */
static bool
follows_from_denial(const struct prog *prog, const struct facts *m, literal l)
{
  struct facts inner;
  if (m->n == 1 && (m->at[0] ^ 1) == l)
    return true;
  if (m->n == 1 && denial(&inner, prog, m->at[0]) && facts_know_literal(&inner, l) == 1)
    return true;
  if (!denial(&inner, prog, l))
    return false;
  for (unsigned i = 0; i < m->n; i++)
    if (facts_know_literal(&inner, m->at[i]) != 1)
      return false;
  return true;
}

enum relation { UNRELATED, IMPLIES, SHORTENS };

/* What the clause that denies x does to the clause that denies y; bit i of *drop says that y's
 * i-th literal can be left out. */
static enum relation
relate(const struct prog *prog, const struct facts *x, const struct facts *y, uint64_t *drop)
{
  struct facts missing;
  missing.n = 0;
  for (unsigned i = 0; i < x->n; i++)
    if (facts_know_literal(y, x->at[i]) != 1) {
      if (missing.n == FEW)
        return UNRELATED;
      missing.at[missing.n++] = x->at[i];
    }
  if (!missing.n)
    return IMPLIES;
  *drop = 0;
  for (unsigned i = 0; i < y->n; i++)
    if (facts_know_literal(x, y->at[i]) != 1 && follows_from_denial(prog, &missing, y->at[i]))
      *drop |= UINT64_C(1) << i;
  return *drop ? SHORTENS : UNRELATED;
}

static void
remove_done(struct clauses *c, unsigned i)
{
  for (c->n_done--; i < c->n_done; i++)
    c->done[i] = c->done[i + 1];
}

/* ---- adding a clause ----------------------------------------------------------------- */

/* Leaves out of a clause what the clauses done say holds; false if one says the clause holds. */
static bool
shorten_by_facts(struct clauses *c, struct clause *clause)
{
  struct facts facts = {.n = 0}, rest = {.n = 0};
  for (unsigned i = 0; i < c->n_done; i++) {
    const struct clause *done = &c->done[i];
    if (done->denied.n == 1)
      facts_add(&facts, done->denied.at[0] ^ 1);
    else if (done->origin != NO_VALUE)
      facts_add(&facts, literal_of(c->prog, done->origin));
  }
  for (unsigned i = 0; i < clause->denied.n; i++) {
    literal l = clause->denied.at[i];
    int truth = facts_know(&facts, c->prog, (value_id)(l >> 1), NESTING);
    if (truth >= 0 && (truth ^ (int)(l & 1)) == 0)
      return false;
    if (truth < 0)
      facts_add(&rest, l);
  }
  if (rest.n != clause->denied.n) {
    c->changed = true;
    clause->origin = NO_VALUE;
    clause->denied = rest;
  }
  return true;
}

/* A clause that says a conjunction holds is taken apart. */
static bool
take_apart(struct clauses *c, const struct clause *clause)
{
  literal l = clause->denied.at[0];
  if (clause->denied.n != 1 || !(l & 1) || !is_and(c->prog, (value_id)(l >> 1)))
    return false;
  push_value(c, (value_id)(l >> 1));
  return true;
}

static void
add_clause(struct clauses *c, struct clause clause)
{
  uint64_t drop = 0;
  if (!shorten_by_facts(c, &clause)) {
    c->changed = true;
    return;
  }
  c->contradiction |= clause.denied.n == 0;
  if (c->contradiction || take_apart(c, &clause))
    return;
  for (unsigned i = 0; i < c->n_done; i++) {
    enum relation relation = relate(c->prog, &c->done[i].denied, &clause.denied, &drop);
    if (relation == SHORTENS)
      push_shorter(c, &clause, drop);
    c->changed |= relation == IMPLIES;
    if (relation != UNRELATED)
      return;
    relation = relate(c->prog, &clause.denied, &c->done[i].denied, &drop);
    if (relation == UNRELATED)
      continue;
    c->changed = true;
    if (relation == SHORTENS)
      push_shorter(c, &c->done[i], drop);
    remove_done(c, i--);
  }
  if (c->n_done == CONJUNCTS)
    c->full = true;
  else
    c->done[c->n_done++] = clause;
}

/* ---- the result ------------------------------------------------------------------------ */

static value_id
clause_value(struct prog *prog, const struct clause *clause)
{
  value_id all = VALUE_TRUE;
  if (clause->origin != NO_VALUE)
    return clause->origin;
  for (unsigned i = 0; i < clause->denied.n; i++)
    all = make_and(prog, all, literal_value(prog, clause->denied.at[i]));
  return value_not(prog, all);
}

/* The nodes it would take to write the clauses that are not nodes already. */
static unsigned
cost(const struct clauses *c)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < c->n_done; i++)
    sum += c->done[i].origin == NO_VALUE ? c->done[i].denied.n : 0;
  return sum;
}

/* !a & !b, where a and b are given as lists; NO_VALUE if there is nothing to simplify. */
static value_id
neither(struct prog *prog, const struct conjuncts *a, const struct conjuncts *b)
{
  struct clauses c;
  c.prog = prog;
  c.n_done = c.n_pending = 0;
  c.changed = c.full = c.contradiction = false;
  /* What is pushed last is added first: better that which says more. */
  bool a_last = a->n == 1;
  push_denial(&c, a_last ? b : a);
  push_denial(&c, a_last ? a : b);
  for (unsigned steps = 0; c.n_pending; steps++) {
    struct clause clause = c.pending[--c.n_pending];
    add_clause(&c, clause);
    if (c.contradiction)
      return VALUE_FALSE;
    if (c.full || steps == STEPS)
      return NO_VALUE;
  }
  if (!c.changed || cost(&c) > 2 * SMALL)
    return NO_VALUE;
  value_id all = VALUE_TRUE;
  for (unsigned i = 0; i < c.n_done; i++)
    all = make_and(prog, all, clause_value(prog, &c.done[i]));
  return all;
}

value_id
boolean_or(struct prog *prog, value_id a, value_id b)
{
  if (a <= VALUE_TRUE)
    return a == VALUE_TRUE ? a : b;
  if (b <= VALUE_TRUE)
    return b == VALUE_TRUE ? b : a;
  struct fork fork;
  fork_chains(&fork, prog, a, b);
  share_conjuncts(&fork, prog);
  if (!fork.a.n)
    return a;
  if (!fork.b.n)
    return b;
  value_id rest = neither(prog, &fork.a, &fork.b);
  if (rest == NO_VALUE && (fork.common == VALUE_TRUE || fork.a.n + fork.b.n > SMALL))
    return value_not(prog, make_and(prog, value_not(prog, a), value_not(prog, b)));
  if (rest == NO_VALUE) {
    value_id not_a = value_not(prog, build_chain(prog, &fork.a));
    rest = make_and(prog, not_a, value_not(prog, build_chain(prog, &fork.b)));
  }
  return boolean_and(prog, fork.common, value_not(prog, rest));
}
