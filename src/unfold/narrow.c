/* Arbitrary values that an assumption bounds.
 *
 *     int i = __VERIFIER_nondet_int();
 *     __VERIFIER_assume(0 <= i && i < 4);
 *
 * Such an input gets two bits. So the analysis of values sees four values of i, and four places that
 * `&pool[i]` may mean, and the other engines have two bits to choose.
 *
 * That is right if nothing happens between the input and the assumption: a run with a greater number
 * ends there without a bug, and as far as others can tell, its thread might as well have stopped
 * before the input. (A group that cannot be passed to its end is not passed at all.) So there must be
 * no event in between but silent ones, and those at which the run may end, such as another
 * assumption. And the condition must be false for all greater numbers, wherever the input was made:
 * if the thread comes along only under a guard, as before an abort(), "it does not come along"
 * counts as part of the condition. What is computed with intervals is false only if it is
 * certainly false.
 *
 * The same goes for what a variable holds that was never written, if nobody but its thread can look at it.
 * It was there before it is looked at, but that makes no difference. It may be looked at wherever the
 * variable exists, so that takes the place of the guard under which it was made.
 *
 * The input becomes the zero-extension of one with few bits, in place: whatever was computed with it
 * before remains true of fewer values. */
#include "unfold/narrow.h"

#include "analysis/range.h"
#include "analysis/values.h"
#include "base/mutant.h"
#include "unfold/build.h"
#include "unfold/facts.h"
#include "unfold/state.h"

enum { LEAST_WIDTH = 8, MAX_NODES = 64, MAX_DEPTH = 24 };

value_id
narrow_make(struct unfold *u, struct input input, value_id guard)
{
  if (input.width < LEAST_WIDTH || MUTANT(INPUTS_WIDE))
    return value_input(u->prog, input);
  struct narrow_input narrow = {value_input_to_narrow(u->prog, input), guard,
                                (event_id)u->prog->events.n, VALUE_TRUE};
  vec_push(&u->turn.narrow, narrow);
  return narrow.value;
}

/* ---- when is the condition false? ---- */

struct interval {
  const struct prog *prog;
  value_id leaf;
  struct range range;
  unsigned steps;
};

static struct range
evaluate(struct interval *interval, value_id value, unsigned depth)
{
  const struct value *node = &interval->prog->values.at[value];
  if (value == interval->leaf)
    return interval->range;
  if (node->op == OP_CONST)
    return range_const(node->width, node->imm);
  if (value < interval->leaf || node->op <= OP_LOADED || !depth || !interval->steps)
    return range_full(node->width);
  interval->steps--;
  struct range arg[3] = {range_const(1, 0), range_const(1, 0), range_const(1, 0)};
  for (unsigned i = 0; i < value_arity(node->op); i++)
    arg[i] = evaluate(interval, node->arg[i], depth - 1);
  return range_op(node, arg[0], arg[1], arg[2]);
}

/* Does the condition come out as `truth` whenever the leaf lies between these, as signed numbers? */
static bool
is_always(const struct unfold *u, value_id condition, value_id leaf, int64_t low, int64_t high,
          bool truth)
{
  struct interval interval = {.prog = u->prog,
                              .leaf = leaf,
                              .range = range_between(v_width(u, leaf), low, high),
                              .steps = MAX_NODES};
  return range_equal(evaluate(&interval, condition, MAX_DEPTH), range_const(1, truth));
}

/* So many bits are enough for those that the condition allows. */
static unsigned
bits_allowed(const struct unfold *u, value_id condition, value_id leaf)
{
  unsigned width = v_width(u, leaf), bits = width - 1;
  int64_t highest = (int64_t)(bits_mask(width) >> 1);
  if (!is_always(u, condition, leaf, -highest - 1, -1, false))
    return width;
  while (bits > 1 && is_always(u, condition, leaf, (int64_t)1 << (bits - 1), highest, false))
    bits--;
  return bits % 8 ? bits
                  : bits + 1; /* whole bytes are for types: their highest bit may be a sign */
}

/* ---- narrower ---- */

/* Others do not notice this event, and it is no bug. The run may end there. */
static bool
is_harmless(const struct unfold *u, const struct event *event)
{
  return event_is_silent(event->kind) || event->kind == EVENT_ASSUME ||
         (event->kind == EVENT_ASSERT &&
          !fault_is_wanted(event->fault, u->options->property, u->options->only_calls));
}

static bool
is_past(const struct unfold *u, const struct narrow_input *narrow)
{
  for (event_id e = narrow->events; e < u->prog->events.n; e++)
    if (!is_harmless(u, &u->prog->events.at[e]))
      return !MUTANT(NARROW_LATER);
  return false;
}

static void
remove_input(struct unfold *u, size_t i)
{
  for (u->turn.narrow.n--; i < u->turn.narrow.n; i++)
    u->turn.narrow.at[i] = u->turn.narrow.at[i + 1];
}

/* It is done once, for folding sees through a zero-extension. So not for the sign alone: there may be
 * an assumption for the other end. */
value_id
narrow_assume(struct unfold *u, value_id condition)
{
  for (size_t i = u->turn.narrow.n; i-- > 0;) {
    struct narrow_input *narrow = &u->turn.narrow.at[i];
    value_id leaf = narrow->value;
    if (is_past(u, narrow))
      break;
    value_id away = value_not(u->prog, facts_strip(u, narrow->guard, u->path.guard));
    narrow->condition = value_and(u->prog, narrow->condition, value_or(u->prog, away, condition));
    unsigned bits = bits_allowed(u, narrow->condition, leaf);
    if (2 * bits > v_width(u, leaf))
      continue;
    value_narrow(u->prog, leaf, bits);
    values_forget(u->values, leaf - 1);
    remove_input(u, i);
    if (is_always(u, condition, leaf, 0, (int64_t)bits_mask(bits), true))
      return VALUE_TRUE;
  }
  return condition;
}
