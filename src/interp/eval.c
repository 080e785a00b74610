/* Values are computed on demand, each at most once per run.
 *
 * What makes this delicate is that not every leaf has its bits yet. A load gets them when its turn
 * comes: what memory holds, or 0 if its guard is false (what is computed from it then stands under
 * a guard that is false as well). Before its turn it is UNSETTLED: also read as 0, but what was
 * computed from it must not outlive this evaluation. An input that exploration has not chosen yet
 * makes a value DEMANDING. Both vanish where they do not matter: `and` with a known zero, `or` with
 * known ones, and the arm that `ite` does not take. So a demand means that the input is really
 * looked at, and a guard that is false is known to be so as soon as one of its conjuncts is.
 *
 * Only KNOWN results stay; they are on the trail and go when the run is taken back. Chains of
 * values can be long, hence a stack of our own. */
#include <assert.h>

#include "base/invariant.h"
#include "interp/machine.h"

static void
set(struct machine *machine, value_id value, enum known known, uint64_t bits)
{
  INVARIANT(machine->known[value] == UNKNOWN && known != UNKNOWN);
  assert(known == DEMANDING || !(bits & ~bits_mask(value_width(machine->prog, value))));
  machine->known[value] = (uint8_t)known;
  machine->bits[value] = bits;
  if (known == KNOWN)
    vec_push(&machine->trail, ((struct change){.kind = CHANGE_VALUE, .at = value}));
  else
    vec_push(&machine->passing, value);
}

void
machine_settle(struct machine *machine, value_id leaf, uint64_t bits)
{
  INVARIANT(machine->prog->values.at[leaf].op == OP_LOADED ||
            machine->prog->values.at[leaf].op == OP_INPUT);
  set(machine, leaf, KNOWN, bits & bits_mask(value_width(machine->prog, leaf)));
  machine_print_leaf(machine, leaf, true);
}

/* An argument that decides `and` or `or` alone, or NO_NODE. */
static value_id
absorbing(const struct machine *machine, const struct value *node)
{
  if (node->op != OP_AND && node->op != OP_OR)
    return NO_NODE;
  uint64_t decisive = node->op == OP_AND ? 0 : bits_mask(node->width);
  for (unsigned i = 0; i < 2; i++)
    if (machine->known[node->arg[i]] == KNOWN && machine->bits[node->arg[i]] == decisive)
      return node->arg[i];
  return NO_NODE;
}

/* Each of these tries to compute a node; where an argument is missing it returns that argument and
 * wants to be called again, else NO_NODE. */
static value_id
compute(struct machine *machine, value_id value, const struct value *node)
{
  const struct prog *prog = machine->prog;
  value_id decisive = absorbing(machine, node);
  if (decisive != NO_NODE) {
    set(machine, value, KNOWN, machine->bits[decisive]);
    return NO_NODE;
  }
  enum known known = KNOWN;
  uint64_t arg[3] = {0};
  uint64_t demanded = 0;
  for (unsigned i = 0; i < value_arity(node->op); i++) {
    enum known of_arg = machine->known[node->arg[i]];
    if (of_arg == UNKNOWN)
      return node->arg[i];
    arg[i] = machine->bits[node->arg[i]];
    if (of_arg == DEMANDING && known != DEMANDING)
      demanded = arg[i];
    if (of_arg > known)
      known = of_arg;
  }
  if (known == DEMANDING) {
    set(machine, value, DEMANDING, demanded);
    return NO_NODE;
  }
  unsigned from = prog->values.at[node->arg[0]].width, low = prog->values.at[node->arg[1]].width;
  set(machine, value, known,
      value_compute(node->op, node->width, from, low, arg[0], arg[1], arg[2], node->imm));
  return NO_NODE;
}

static value_id
choose(struct machine *machine, value_id value, const struct value *node)
{
  value_id condition = node->arg[0];
  enum known known = machine->known[condition];
  if (known == UNKNOWN)
    return condition;
  if (known == DEMANDING) {
    set(machine, value, DEMANDING, machine->bits[condition]);
    return NO_NODE;
  }
  value_id arm = node->arg[machine->bits[condition] ? 1 : 2];
  if (machine->known[arm] == UNKNOWN)
    return arm;
  if (machine->known[arm] > known)
    known = machine->known[arm];
  set(machine, value, known, machine->bits[arm]);
  return NO_NODE;
}

static value_id
visit(struct machine *machine, value_id value)
{
  const struct value *node = &machine->prog->values.at[value];
  switch (node->op) {
  case OP_INPUT:
    set(machine, value, DEMANDING, node->imm);
    return NO_NODE;
  case OP_LOADED:
    set(machine, value, UNSETTLED, 0);
    return NO_NODE;
  case OP_ITE:
    return choose(machine, value, node);
  default:
    return compute(machine, value, node);
  }
}

bool
machine_eval(struct machine *machine, value_id value, uint64_t *bits)
{
  INVARIANT(!machine->stack.n && !machine->passing.n);
  if (machine->known[value] != KNOWN)
    vec_push(&machine->stack, value);
  while (machine->stack.n) {
    value_id top = vec_last(&machine->stack);
    value_id missing = machine->known[top] == UNKNOWN ? visit(machine, top) : NO_NODE;
    if (missing != NO_NODE)
      vec_push(&machine->stack, missing);
    else
      machine->stack.n--;
  }
  INVARIANT(machine->known[value] != UNKNOWN);
  *bits = machine->bits[value];
  bool demanding = machine->known[value] == DEMANDING;
  INVARIANT(!demanding || *bits < machine->prog->inputs.n);
  if (demanding)
    machine->demanded = (uint32_t)*bits;
  for (size_t i = 0; i < machine->passing.n; i++)
    machine->known[machine->passing.at[i]] = UNKNOWN;
  machine->passing.n = 0;
  return !demanding;
}
