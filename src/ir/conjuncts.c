#include "ir/conjuncts.h"

#include "ir/node.h"

static const struct value *
node_of(const struct prog *prog, value_id a)
{
  return &prog->values.at[a];
}

bool
is_and(const struct prog *prog, value_id a)
{
  return node_of(prog, a)->op == OP_AND && node_of(prog, a)->width == 1;
}

value_id
conjunction_inside(const struct prog *prog, value_id a)
{
  const struct value *node = node_of(prog, a);
  return node->op == OP_NOT && is_and(prog, node->arg[0]) ? node->arg[0] : NO_VALUE;
}

value_id
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

bool
conjuncts_step(const struct prog *prog, value_id *a, struct conjuncts *rest)
{
  if (!is_and(prog, *a) || rest->n + 1 >= CONJUNCTS)
    return false;
  rest->at[rest->n++] = node_of(prog, *a)->arg[1];
  *a = node_of(prog, *a)->arg[0];
  return true;
}

void
conjuncts_chain(struct conjuncts *out, const struct prog *prog, value_id a)
{
  out->n = 0;
  while (conjuncts_step(prog, &a, out))
    continue;
  out->at[out->n++] = a;
  for (unsigned i = 0, j = out->n - 1; i < j; i++, j--) {
    value_id swapped = out->at[i];
    out->at[i] = out->at[j];
    out->at[j] = swapped;
  }
}

void
conjuncts_flat(struct conjuncts *out, const struct prog *prog, value_id a)
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

literal
literal_of(const struct prog *prog, value_id a)
{
  const struct value *node = node_of(prog, a);
  return node->op == OP_NOT ? (literal)node->arg[0] << 1 | 1 : (literal)a << 1;
}

value_id
literal_value(struct prog *prog, literal l)
{
  value_id a = (value_id)(l >> 1);
  return l & 1 ? value_not(prog, a) : a;
}

static uint64_t
summary_bit(literal l)
{
  return UINT64_C(1) << ((l >> 1) * UINT64_C(0x9e3779b97f4a7c15) >> 58);
}

void
facts_add(struct facts *facts, literal l)
{
  facts->at[facts->n++] = l;
  facts->summary |= summary_bit(l);
}

void
facts_of(struct facts *out, const struct prog *prog, value_id a)
{
  struct conjuncts list;
  conjuncts_flat(&list, prog, a);
  out->n = 0;
  out->summary = 0;
  for (unsigned i = 0; i < list.n; i++)
    facts_add(out, literal_of(prog, list.at[i]));
}

int
facts_know_literal(const struct facts *facts, literal l)
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
know_all(const struct facts *facts, const struct prog *prog, value_id a, unsigned nesting)
{
  struct conjuncts list;
  conjuncts_chain(&list, prog, a);
  int all = 1;
  for (unsigned i = 0; i < list.n; i++) {
    int one = facts_know(facts, prog, list.at[i], nesting);
    if (!one)
      return 0;
    if (one < 0)
      all = -1;
  }
  return all;
}

int
facts_know(const struct facts *facts, const struct prog *prog, value_id a, unsigned nesting)
{
  if (a == VALUE_FALSE || a == VALUE_TRUE)
    return a == VALUE_TRUE;
  int direct = facts_know_literal(facts, literal_of(prog, a));
  if (direct >= 0 || !nesting)
    return direct;
  value_id inner = conjunction_inside(prog, a);
  if (inner != NO_VALUE) {
    int truth = facts_know(facts, prog, inner, nesting - 1);
    return truth < 0 ? -1 : !truth;
  }
  return is_and(prog, a) ? know_all(facts, prog, a, nesting - 1) : -1;
}
