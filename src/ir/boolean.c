/* Conjunctions, the material of guards.
 *
 * Guards grow along the control flow: entering a branch adds one conjunct to the
 * right, so a guard is a left-leaning chain ((g & c) & d), and the guards of two
 * branches share the node of the guard before them. In a & b only b is rewritten,
 * assuming a: what a already says is dropped from b, also inside a negated
 * conjunction, so that g & !(g & c) is g & !c. The left side keeps its nodes, so
 * the chain of a guard is never taken apart; join.c relies on that. */
#include "ir/conjuncts.h"
#include "ir/node.h"

int
boolean_known(const struct prog *prog, value_id given, bool truth, value_id condition)
{
  struct facts facts = {.n = 0};
  literal l = literal_of(prog, given) ^ !truth;
  /* Of a false conjunction we only know that it is false; of a true one all of it. */
  if (l & 1)
    facts_add(&facts, l);
  else
    facts_of(&facts, prog, (value_id)(l >> 1));
  return facts_know(&facts, prog, condition, NESTING);
}

static value_id under(const struct facts *facts, struct prog *prog, value_id b, unsigned nesting);

/* The chain b without what is known. A long rest that is not the beginning of b would be new nodes
 * for little gain; then b stays. */
static value_id
chain_under(const struct facts *facts, struct prog *prog, value_id b, unsigned nesting)
{
  struct conjuncts list;
  conjuncts_chain(&list, prog, b);
  unsigned same = 0, dropped = 0, n = list.n;
  for (unsigned i = 0; i < n; i++) {
    value_id less = under(facts, prog, list.at[i], nesting);
    same += same == i && less == list.at[i];
    dropped += less == VALUE_TRUE;
    list.at[i] = less;
  }
  if (same == n || n - same - dropped > dropped + 4)
    return b;
  value_id rest = VALUE_TRUE;
  for (unsigned i = 0; i < n; i++)
    rest = make_and(prog, rest, list.at[i]);
  return rest;
}

/* A value that equals b wherever the facts hold. */
static value_id
under(const struct facts *facts, struct prog *prog, value_id b, unsigned nesting)
{
  int truth = facts_know(facts, prog, b, nesting);
  if (truth >= 0)
    return truth ? VALUE_TRUE : VALUE_FALSE;
  if (!nesting)
    return b;
  value_id inner = conjunction_inside(prog, b);
  if (inner != NO_VALUE) {
    value_id less = under(facts, prog, inner, nesting - 1);
    return less == inner ? b : value_not(prog, less);
  }
  return is_and(prog, b) ? chain_under(facts, prog, b, nesting - 1) : b;
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
  int truth = facts_know(&facts, prog, a, NESTING);
  if (truth >= 0)
    return truth ? rest : VALUE_FALSE;
  return make_and(prog, a, rest);
}

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
