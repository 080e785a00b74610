/* Guards are conjunctions built from left to right, so the guards of a thread form a tree: the
 * conjuncts of a guard are a path from the root. Below a node, what hangs under condition c
 * excludes what hangs under not c; different conditions may hold together, so their counts add
 * up. */
#include "analysis/chain.h"

#include <stdlib.h>

#include "base/invariant.h"
#include "base/mutant.h"

struct path {
  value_id *at; /* conjuncts, outermost first */
  size_t n;
};

static struct path
path_of(const struct prog *prog, value_id guard)
{
  VEC(value_id) list = {0};
  while (prog->values.at[guard].op == OP_AND) {
    vec_push(&list, prog->values.at[guard].arg[1]);
    guard = prog->values.at[guard].arg[0];
  }
  if (guard != VALUE_TRUE)
    vec_push(&list, guard);
  for (size_t i = 0; i < list.n / 2; i++) {
    value_id other = list.at[list.n - 1 - i];
    list.at[list.n - 1 - i] = list.at[i];
    list.at[i] = other;
  }
  return (struct path){list.at, list.n};
}

/* A condition and whether it is negated: sorts the two sides of a condition together. */
static uint64_t
literal(const struct prog *prog, value_id value)
{
  const struct value *node = &prog->values.at[value];
  return node->op == OP_NOT ? (uint64_t)node->arg[0] << 1 | 1 : (uint64_t)value << 1;
}

struct item {
  struct path path;
  uint64_t weight;
  uint64_t literal; /* at the depth being looked at */
};

static int
by_literal(const void *a, const void *b)
{
  const struct item *x = a, *y = b;
  return x->literal < y->literal ? -1 : x->literal > y->literal;
}

/* All items share their first `depth` conjuncts. */
static uint64_t
heaviest(const struct prog *prog, struct item *items, size_t n, size_t depth)
{
  uint64_t here = 0, sum = 0, side[2] = {0, 0};
  size_t rest = 0;
  for (size_t i = 0; i < n; i++) {
    INVARIANT(items[i].path.n >= depth);
    if (items[i].path.n == depth) {
      here += items[i].weight;
    } else {
      items[i].literal = literal(prog, items[i].path.at[depth]);
      items[rest++] = items[i];
    }
  }
  qsort(items, rest, sizeof *items, by_literal);
  for (size_t first = 0, end; first < rest; first = end) {
    uint64_t now = items[first].literal;
    for (end = first; end < rest && items[end].literal == now; end++)
      ;
    INVARIANT(end > first && !side[now & 1]); /* each side of a condition comes once */
    side[now & 1] = heaviest(prog, items + first, end - first, depth + 1);
    bool other_follows = end < rest && items[end].literal >> 1 == now >> 1;
    if (!other_follows) {
      sum = MUTANT(CHAIN_TOO_SHORT) ? 0 : sum;
      sum += side[0] > side[1] ? side[0] : side[1];
      side[0] = side[1] = 0;
    }
  }
  return here + sum;
}

uint64_t
chain_weight(const struct prog *prog, const struct chain_event *events, size_t n)
{
  struct item *items = mem_alloc(n * sizeof *items);
  struct path *paths = mem_alloc(n * sizeof *paths);
  for (size_t i = 0; i < n; i++) {
    paths[i] = path_of(prog, prog->events.at[events[i].event].guard);
    items[i] = (struct item){.path = paths[i], .weight = events[i].weight};
  }
  uint64_t weight = n ? heaviest(prog, items, n, 0) : 0;
  for (size_t i = 0; i < n; i++)
    free(paths[i].at);
  free(paths);
  free(items);
  return weight;
}
