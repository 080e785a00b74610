/* What a guard implies.
 *
 * A guard is a conjunction; each conjunct is known to be true (and what it negates, false)
 * wherever the guard holds. Memory written under guards is a chain of selections ite(g1, v1,
 * ite(g2, v2, old)); read under a guard that decides g1 and g2 it is just a value. This is what
 * keeps a program's local variables as simple after unfolding as they were in the source. */
#include "unfold/facts.h"

#include <assert.h>

#include "unfold/state.h"

void
facts_begin(struct facts *facts)
{
  facts->guard = UINT32_MAX;
  facts->truth.n = 0;
  facts->marked.n = 0;
}

void
facts_free(struct facts *facts)
{
  vec_free(&facts->truth);
  vec_free(&facts->marked);
}

static void
mark(struct unfold *u, value_id value, int8_t truth)
{
  const struct value *node = &u->prog->values.at[value];
  if (node->op == OP_NOT && node->width == 1) {
    mark(u, node->arg[0], (int8_t)-truth);
    return;
  }
  if (node->op == OP_CONST || u->facts.truth.at[value])
    return;
  u->facts.truth.at[value] = truth;
  vec_push(&u->facts.marked, value);
}

static void
mark_conjuncts(struct unfold *u, value_id guard)
{
  for (;;) {
    mark(u, guard, 1);
    const struct value *node = &u->prog->values.at[guard];
    if (node->op != OP_AND || node->width != 1)
      return;
    mark_conjuncts(u, node->arg[1]);
    guard = node->arg[0];
  }
}

static void
assume(struct unfold *u, value_id guard)
{
  if (u->facts.truth.n < u->prog->values.n)
    vec_resize(&u->facts.truth, u->prog->values.n + u->prog->values.n / 2);
  assert(u->prog->values.at[guard].width == 1);
  if (u->facts.guard == guard)
    return;
  for (size_t i = 0; i < u->facts.marked.n; i++)
    u->facts.truth.at[u->facts.marked.at[i]] = 0;
  u->facts.marked.n = 0;
  u->facts.guard = guard;
  mark_conjuncts(u, guard);
}

/* Conditions are graphs, and walking them as trees may take for ever: beyond this many steps the
 * answer is "unknown". */
enum { MAX_STEPS = 400, MAX_DEPTH = 3 };

/* Under the facts as they stand. */
static int
truth_within(const struct unfold *u, value_id condition, unsigned *steps)
{
  if (condition == VALUE_TRUE || condition == VALUE_FALSE)
    return condition == VALUE_TRUE ? 1 : -1;
  const struct value *node = &u->prog->values.at[condition];
  if (condition < u->facts.truth.n && u->facts.truth.at[condition])
    return u->facts.truth.at[condition];
  if (!*steps)
    return 0;
  --*steps;
  if (node->op == OP_NOT)
    return -truth_within(u, node->arg[0], steps);
  if (node->op != OP_AND)
    return 0;
  int right = truth_within(u, node->arg[1], steps);
  if (right < 0)
    return -1;
  int left = truth_within(u, node->arg[0], steps);
  return left < 0 ? -1 : left && right;
}

static int
truth(const struct unfold *u, value_id condition)
{
  unsigned steps = MAX_STEPS;
  return truth_within(u, condition, &steps);
}

static value_id
strip_within(struct unfold *u, value_id condition, unsigned *steps)
{
  if (!*steps)
    return condition;
  --*steps;
  if (condition == VALUE_TRUE || condition == VALUE_FALSE)
    return condition;
  if (condition < u->facts.truth.n && u->facts.truth.at[condition])
    return u->facts.truth.at[condition] > 0 ? VALUE_TRUE : VALUE_FALSE;
  const struct value node = u->prog->values.at[condition];
  if (node.op == OP_NOT) {
    value_id inner = strip_within(u, node.arg[0], steps);
    return inner == node.arg[0] ? condition : value_not(u->prog, inner);
  }
  if (node.op != OP_AND)
    return condition;
  value_id left = strip_within(u, node.arg[0], steps);
  value_id right = strip_within(u, node.arg[1], steps);
  if (left == node.arg[0] && right == node.arg[1])
    return condition;
  return value_and(u->prog, left, right);
}

static value_id
strip(struct unfold *u, value_id condition)
{
  unsigned steps = MAX_STEPS;
  return strip_within(u, condition, &steps);
}

static value_id simplify(struct unfold *u, value_id value, unsigned depth);

/* An operation on simpler arguments; only the outermost few are looked at. */
static value_id
simplify_operation(struct unfold *u, value_id value, unsigned depth)
{
  const struct value node = u->prog->values.at[value];
  if (node.op <= OP_LOADED || !depth)
    return value;
  value_id arg[3];
  bool changed = false;
  for (int i = 0; i < 3; i++) { /* unused arguments are a constant */
    arg[i] = simplify(u, node.arg[i], depth - 1);
    changed |= arg[i] != node.arg[i];
  }
  if (!changed)
    return value;
  return value_op(u->prog, node.op, node.width, arg[0], arg[1], arg[2], node.imm);
}

/* Follows the chain along its "no" side; on that side the condition is known to be false. */
static value_id
simplify(struct unfold *u, value_id value, unsigned depth)
{
  const struct value node = u->prog->values.at[value];
  if (node.width == 1) {
    int known = truth(u, value);
    return known ? (known > 0 ? VALUE_TRUE : VALUE_FALSE) : value;
  }
  if (node.op != OP_ITE)
    return simplify_operation(u, value, depth);
  value_id condition = strip(u, node.arg[0]);
  if (condition == VALUE_TRUE)
    return simplify(u, node.arg[1], depth);
  if (condition == VALUE_FALSE)
    return simplify(u, node.arg[2], depth);
  size_t marked = u->facts.marked.n;
  if (u->facts.truth.n < u->prog->values.n)
    vec_resize(&u->facts.truth, u->prog->values.n + u->prog->values.n / 2);
  mark(u, condition, -1);
  value_id no = simplify(u, node.arg[2], depth);
  while (u->facts.marked.n > marked)
    u->facts.truth.at[u->facts.marked.at[--u->facts.marked.n]] = 0;
  return value_ite(u->prog, condition, node.arg[1], no);
}

int
facts_truth(struct unfold *u, value_id guard, value_id condition)
{
  assume(u, guard);
  return truth(u, condition);
}

value_id
facts_strip(struct unfold *u, value_id guard, value_id condition)
{
  assert(u->prog->values.at[condition].width == 1);
  assume(u, guard);
  return strip(u, condition);
}

value_id
facts_simplify(struct unfold *u, value_id guard, value_id value)
{
  assume(u, guard);
  return simplify(u, value, MAX_DEPTH);
}
