/* Conjunctions, the material of guards.
 *
 * Guards grow along the control flow: entering a branch adds one conjunct to the
 * right, so a guard is a left-leaning chain ((g & c) & d), and the guards of two
 * branches share the node of the guard before them. Two ideas keep them small.
 *
 * Under: in a & b only b is rewritten, assuming a. What a already says is dropped
 * from b, also inside a negated conjunction, so that g & !(g & c) is g & !c. The
 * left side keeps its nodes, so the chain of a guard is never taken apart.
 *
 * Join: in a | b the conjuncts that both have are taken out first: the lowest
 * node common to both chains, then whatever else occurs in both. What is left is
 * joined as !(!a & !b), where "under" applies. The edges that leave a branch,
 * joined in any order, thus give back exactly the guard before the branch.
 *
 * Conjuncts are looked at up to a limit; beyond it a remaining chain counts as
 * one conjunct, which is still right, only weaker. */
#include "ir/node.h"

enum { CONJUNCTS = 64, NESTING = 4 };

static const struct value *
node_of(const struct prog *prog, value_id a)
{
  return &prog->values.at[a];
}

static bool
is_and(const struct prog *prog, value_id a)
{
  return node_of(prog, a)->op == OP_AND && node_of(prog, a)->width == 1;
}

/* The one node for a & b in either order, made as a & b if there is none. */
static value_id
make_and(struct prog *prog, value_id a, value_id b)
{
  if (a == VALUE_FALSE || b == VALUE_FALSE)
    return VALUE_FALSE;
  if (a == VALUE_TRUE || a == b)
    return b;
  if (b == VALUE_TRUE)
    return a;
  value_id turned = node_find(prog, (struct value){.op = OP_AND, .width = 1, .arg = {b, a}});
  if (turned != NO_VALUE)
    return turned;
  return node_make(prog, (struct value){.op = OP_AND, .width = 1, .arg = {a, b}});
}

/* ---- what a conjunction says ----------------------------------------------- */

/* A literal is a value that is no negation, and whether it is negated. */
typedef uint64_t literal;

static literal
literal_of(const struct prog *prog, value_id a)
{
  const struct value *node = node_of(prog, a);
  return node->op == OP_NOT ? (literal)node->arg[0] << 1 | 1 : (literal)a << 1;
}

static value_id
conjunction_inside(const struct prog *prog, value_id a)
{
  const struct value *node = node_of(prog, a);
  return node->op == OP_NOT && is_and(prog, node->arg[0]) ? node->arg[0] : NO_VALUE;
}

/* Conjuncts from left to right; their conjunction is what they were taken from. */
struct conjuncts {
  value_id at[CONJUNCTS];
  unsigned n;
};

static bool
step_down(const struct prog *prog, value_id *a, struct conjuncts *rest)
{
  if (!is_and(prog, *a) || rest->n + 1 >= CONJUNCTS)
    return false;
  rest->at[rest->n++] = node_of(prog, *a)->arg[1];
  *a = node_of(prog, *a)->arg[0];
  return true;
}

/* The chain of a: what was added to the right, one by one. */
static void
chain_of(struct conjuncts *out, const struct prog *prog, value_id a)
{
  out->n = 0;
  while (step_down(prog, &a, out))
    continue;
  out->at[out->n++] = a;
  for (unsigned i = 0, j = out->n - 1; i < j; i++, j--) {
    value_id swapped = out->at[i];
    out->at[i] = out->at[j];
    out->at[j] = swapped;
  }
}

/* The same, with conjunctions on the right taken apart as well. */
static void
conjuncts_of(struct conjuncts *out, const struct prog *prog, value_id a)
{
  value_id pending[CONJUNCTS];
  unsigned n_pending = 0;
  out->n = 0;
  pending[n_pending++] = a;
  while (n_pending) {
    value_id next = pending[--n_pending];
    if (is_and(prog, next) && out->n + n_pending + 2 <= CONJUNCTS) {
      pending[n_pending++] = node_of(prog, next)->arg[1];
      pending[n_pending++] = node_of(prog, next)->arg[0];
    } else {
      out->at[out->n++] = next;
    }
  }
}

/* What is assumed: literals, with a summary that answers most lookups. */
struct facts {
  literal at[CONJUNCTS];
  unsigned n;
  uint64_t summary; /* a bit for each value mentioned */
};

static uint64_t
summary_bit(literal l)
{
  return UINT64_C(1) << ((l >> 1) * UINT64_C(0x9e3779b97f4a7c15) >> 58);
}

static void
facts_from(struct facts *out, const struct prog *prog, const value_id *at, unsigned n)
{
  out->n = n;
  out->summary = 0;
  for (unsigned i = 0; i < n; i++) {
    out->at[i] = literal_of(prog, at[i]);
    out->summary |= summary_bit(out->at[i]);
  }
}

static void
facts_of(struct facts *out, const struct prog *prog, value_id a)
{
  struct conjuncts list;
  conjuncts_of(&list, prog, a);
  facts_from(out, prog, list.at, list.n);
}

static int
known_literal(const struct facts *facts, literal l)
{
  if (!(facts->summary & summary_bit(l)))
    return -1;
  int result = -1;
  for (unsigned i = 0; i < facts->n && result != 1; i++)
    if (facts->at[i] >> 1 == l >> 1)
      result = facts->at[i] == l;
  return result;
}

static int
known(const struct facts *facts, const struct prog *prog, value_id a, unsigned nesting)
{
  if (a == VALUE_FALSE || a == VALUE_TRUE)
    return a == VALUE_TRUE;
  int direct = known_literal(facts, literal_of(prog, a));
  value_id inner = conjunction_inside(prog, a);
  if (direct >= 0 || !nesting)
    return direct;
  if (inner != NO_VALUE) {
    int truth = known(facts, prog, inner, nesting - 1);
    return truth < 0 ? -1 : !truth;
  }
  if (!is_and(prog, a))
    return -1;
  struct conjuncts list;
  chain_of(&list, prog, a);
  int all = 1;
  for (unsigned i = 0; i < list.n; i++) {
    int one = known(facts, prog, list.at[i], nesting - 1);
    if (!one)
      return 0;
    if (one < 0)
      all = -1;
  }
  return all;
}

int
boolean_known(const struct prog *prog, value_id given, bool truth, value_id condition)
{
  struct facts facts;
  if (truth) {
    facts_of(&facts, prog, given);
  } else {
    literal l = literal_of(prog, given) ^ 1;
    /* Of a false conjunction we only know that it is false; of a false negation, all inside. */
    if (!(l & 1)) {
      facts_of(&facts, prog, (value_id)(l >> 1));
    } else {
      facts = (struct facts){.at = {l}, .n = 1, .summary = summary_bit(l)};
    }
  }
  return known(&facts, prog, condition, NESTING);
}

/* ---- and ---------------------------------------------------------------------- */

/* A value that equals b wherever the facts hold. */
static value_id
under(const struct facts *facts, struct prog *prog, value_id b, unsigned nesting)
{
  int truth = known(facts, prog, b, nesting);
  if (truth >= 0)
    return truth ? VALUE_TRUE : VALUE_FALSE;
  value_id inner = conjunction_inside(prog, b);
  if (!nesting)
    return b;
  if (inner != NO_VALUE) {
    value_id less = under(facts, prog, inner, nesting - 1);
    return less == inner ? b : value_not(prog, less);
  }
  if (!is_and(prog, b))
    return b;
  struct conjuncts list;
  chain_of(&list, prog, b);
  bool changed = false;
  for (unsigned i = 0; i < list.n; i++) {
    value_id less = under(facts, prog, list.at[i], nesting - 1);
    changed |= less != list.at[i];
    list.at[i] = less;
  }
  if (!changed)
    return b;
  value_id rest = VALUE_TRUE;
  for (unsigned i = 0; i < list.n; i++)
    rest = make_and(prog, rest, list.at[i]);
  return rest;
}

value_id
boolean_and(struct prog *prog, value_id a, value_id b)
{
  if (a <= VALUE_TRUE || b <= VALUE_TRUE)
    return make_and(prog, a, b);
  struct facts facts;
  facts_of(&facts, prog, a);
  value_id rest = under(&facts, prog, b, NESTING);
  if (rest <= VALUE_TRUE)
    return rest == VALUE_TRUE ? a : VALUE_FALSE;
  facts_of(&facts, prog, rest);
  int truth = known(&facts, prog, a, NESTING);
  if (truth >= 0)
    return truth ? rest : VALUE_FALSE;
  return make_and(prog, a, rest);
}

/* ---- or ----------------------------------------------------------------------- */

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
    bool moved = a > b ? step_down(prog, &a, &fork->a) : step_down(prog, &b, &fork->b);
    if (!moved)
      moved = a > b ? step_down(prog, &b, &fork->b) : step_down(prog, &a, &fork->a);
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

/* ---- !a & !b --------------------------------------------------------------------
 * Here no chain has to be kept, so the conjuncts are treated as clauses: each
 * denies a conjunction of literals. A clause that denies less implies one that
 * denies more. And if x & m is denied, then in any other denied conjunction that
 * contains x, what follows from !m can be left out. */

struct clauses {
  value_id at[CONJUNCTS];
  struct facts denied[CONJUNCTS];
  unsigned n;
};

static void
denied_by(struct facts *out, const struct prog *prog, value_id clause)
{
  value_id inner = conjunction_inside(prog, clause);
  if (inner != NO_VALUE) {
    facts_of(out, prog, inner);
  } else {
    facts_from(out, prog, &clause, 1);
    out->at[0] ^= 1;
  }
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
  if (m->n == 1 && denial(&inner, prog, m->at[0]) && known_literal(&inner, l) == 1)
    return true;
  if (!denial(&inner, prog, l))
    return false;
  for (unsigned i = 0; i < m->n; i++)
    if (known_literal(&inner, m->at[i]) != 1)
      return false;
  return true;
}

enum relation { UNRELATED, IMPLIES, SHORTENS };

/* What the clause that denies x does to the clause that denies y; bit i of *drop says that y's
 * i-th literal can be left out. */
static enum relation
relate(const struct prog *prog, const struct facts *x, const struct facts *y, uint64_t *drop)
{
  enum { FEW = 8 };
  struct facts missing;
  missing.n = 0;
  for (unsigned i = 0; i < x->n; i++)
    if (known_literal(y, x->at[i]) != 1) {
      if (missing.n == FEW)
        return UNRELATED;
      missing.at[missing.n++] = x->at[i];
    }
  if (!missing.n)
    return IMPLIES;
  *drop = 0;
  for (unsigned i = 0; i < y->n; i++)
    if (known_literal(x, y->at[i]) != 1 && follows_from_denial(prog, &missing, y->at[i]))
      *drop |= UINT64_C(1) << i;
  return *drop ? SHORTENS : UNRELATED;
}

/* The clause without some of the literals it denies. */
static value_id
shorten(struct prog *prog, value_id clause, uint64_t drop)
{
  value_id inner = conjunction_inside(prog, clause), rest = VALUE_TRUE;
  if (inner == NO_VALUE)
    return VALUE_FALSE;
  struct conjuncts list;
  conjuncts_of(&list, prog, inner);
  for (unsigned i = 0; i < list.n; i++)
    if (!(drop >> i & 1))
      rest = make_and(prog, rest, list.at[i]);
  return value_not(prog, rest);
}

static void
clauses_push(struct clauses *clauses, const struct prog *prog, value_id clause)
{
  denied_by(&clauses->denied[clauses->n], prog, clause);
  clauses->at[clauses->n++] = clause;
}

static void
clauses_drop(struct clauses *clauses, unsigned i)
{
  for (clauses->n--; i < clauses->n; i++) {
    clauses->at[i] = clauses->at[i + 1];
    clauses->denied[i] = clauses->denied[i + 1];
  }
}

static value_id
simplified(const struct clauses *clauses, struct prog *prog, value_id clause)
{
  struct facts facts;
  facts_from(&facts, prog, clauses->at, clauses->n);
  return under(&facts, prog, clause, NESTING);
}

/* What is still to be added, last first. */
struct pending {
  value_id at[2 * CONJUNCTS];
  unsigned n;
};

static bool
pending_push(struct pending *pending, const struct prog *prog, value_id a)
{
  struct conjuncts list;
  conjuncts_of(&list, prog, a);
  if (pending->n + list.n > 2 * CONJUNCTS)
    return false;
  while (list.n)
    pending->at[pending->n++] = list.at[--list.n];
  return true;
}

enum outcome { ADDED, CHANGED, GAVE_UP };

/* Adds one clause, or sends back what it or others shorten to. */
static enum outcome
add_clause(struct clauses *clauses, struct pending *pending, struct prog *prog, value_id clause)
{
  struct facts denied;
  uint64_t drop = 0;
  value_id less = simplified(clauses, prog, clause);
  if (less == VALUE_TRUE)
    return CHANGED;
  if (less != clause)
    return pending_push(pending, prog, less) ? CHANGED : GAVE_UP;
  denied_by(&denied, prog, clause);
  enum outcome outcome = ADDED;
  for (unsigned i = 0; i < clauses->n; i++) {
    enum relation relation = relate(prog, &clauses->denied[i], &denied, &drop);
    if (relation == IMPLIES)
      return CHANGED;
    if (relation == SHORTENS)
      return pending_push(pending, prog, shorten(prog, clause, drop)) ? CHANGED : GAVE_UP;
    relation = relate(prog, &denied, &clauses->denied[i], &drop);
    if (relation == UNRELATED)
      continue;
    value_id old = clauses->at[i];
    clauses_drop(clauses, i--);
    outcome = CHANGED;
    if (relation == SHORTENS && !pending_push(pending, prog, shorten(prog, old, drop)))
      return GAVE_UP;
  }
  if (clauses->n == CONJUNCTS)
    return GAVE_UP;
  clauses_push(clauses, prog, clause);
  return outcome;
}

static value_id
neither(struct prog *prog, value_id a, value_id b)
{
  value_id not_a = value_not(prog, a), not_b = value_not(prog, b);
  if (is_and(prog, not_b) && !is_and(prog, not_a))
    return neither(prog, b, a);
  struct conjuncts list;
  struct clauses clauses;
  struct pending pending = {.n = 0};
  clauses.n = 0;
  conjuncts_of(&list, prog, not_a);
  for (unsigned i = 0; i < list.n; i++)
    clauses_push(&clauses, prog, list.at[i]);
  pending_push(&pending, prog, not_b);
  bool changed = false;
  for (unsigned steps = 0; pending.n; steps++) {
    value_id clause = pending.at[--pending.n];
    if (clause == VALUE_FALSE)
      return VALUE_FALSE;
    enum outcome outcome = add_clause(&clauses, &pending, prog, clause);
    if (outcome == GAVE_UP || steps == 4 * CONJUNCTS)
      return boolean_and(prog, not_a, not_b);
    changed |= outcome == CHANGED;
  }
  value_id all = VALUE_TRUE;
  for (unsigned i = 0; i < clauses.n; i++)
    all = make_and(prog, all, clauses.at[i]);
  return changed ? all : make_and(prog, not_a, not_b);
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
  if (fork.common == VALUE_TRUE)
    return value_not(prog, neither(prog, a, b));
  value_id rest = neither(prog, build_chain(prog, &fork.a), build_chain(prog, &fork.b));
  return boolean_and(prog, fork.common, value_not(prog, rest));
}

/* ---- exclusive or ------------------------------------------------------------- */

value_id
boolean_xor(struct prog *prog, value_id a, value_id b)
{
  literal x = literal_of(prog, a), y = literal_of(prog, b);
  bool negated = (x ^ y) & 1;
  value_id p = (value_id)(x >> 1), q = (value_id)(y >> 1), result;
  if (p == VALUE_TRUE || q == VALUE_TRUE) {
    result = value_not(prog, p == VALUE_TRUE ? q : p);
  } else if (p == VALUE_FALSE || q == VALUE_FALSE) {
    result = p == VALUE_FALSE ? q : p;
  } else if (p == q) {
    result = VALUE_FALSE;
  } else {
    struct value node = {.op = OP_XOR, .width = 1, .arg = {p < q ? p : q, p < q ? q : p}};
    result = node_make(prog, node);
  }
  return negated ? value_not(prog, result) : result;
}
