/* The domain of ranges, operation by operation: results of elements lie in the result of the
 * ranges; the bits that a range needs tell its elements apart; and what a chain can weigh is no
 * less than what it weighs in any run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/chain.h"
#include "analysis/range.h"
#include "random_prog.h"

/* ---- operations ---------------------------------------------------------------- */

enum { ELEMENTS = 4 };

/* A few numbers, close to each other or to the ends, and the range of them. */
struct sample {
  uint64_t at[ELEMENTS];
  struct range range;
};

static struct sample
random_sample(struct dice *dice, unsigned width)
{
  static const uint64_t centres[] = {0, 1, 3, UINT64_MAX, 5, UINT64_MAX / 2};
  struct sample sample = {.range = range_none(width)};
  uint64_t centre = chance(dice, 3) ? roll(dice, 1 << 16) : centres[roll(dice, 6)];
  if (chance(dice, 4)) /* the sign */
    centre = UINT64_C(1) << (width - 1);
  uint32_t spread = chance(dice, 2) ? 8 : 1 + roll(dice, 300);
  for (unsigned i = 0; i < ELEMENTS; i++) {
    sample.at[i] = (centre + roll(dice, spread) - spread / 2) & bits_mask(width);
    sample.range = range_join(sample.range, range_const(width, sample.at[i]));
  }
  return sample;
}

static void
check_operation(struct dice *dice, enum value_op op)
{
  unsigned width = 2 + roll(dice, 11), from = width, low = width;
  struct value value = {.op = (uint8_t)op, .width = (uint8_t)width};
  if (op == OP_EQ || op == OP_ULT || op == OP_SLT)
    value.width = 1;
  if (op == OP_ITE)
    from = 1;
  if (op == OP_CONCAT)
    low = width - (from = 1 + roll(dice, width - 1));
  if (op == OP_EXTRACT)
    from = width + (unsigned)(value.imm = roll(dice, 4)) + roll(dice, 3);
  if (op == OP_ZEXT || op == OP_SEXT)
    from = 1 + roll(dice, width - 1);
  struct sample a = random_sample(dice, from), b = random_sample(dice, low);
  struct sample c = random_sample(dice, low);
  if ((op == OP_SHL || op == OP_LSHR || op == OP_ASHR) && chance(dice, 2))
    for (unsigned i = 0; i < ELEMENTS; i++)
      b.range = range_const(low, b.at[i] = b.at[0]);
  struct range result = range_op(&value, a.range, b.range, c.range);
  for (unsigned i = 0; i < ELEMENTS; i++)
    for (unsigned k = 0; k < ELEMENTS; k++) {
      uint64_t bits =
        value_compute(op, value.width, from, low, a.at[i], b.at[k], c.at[k], value.imm);
      assert_true(range_contains(result, bits));
    }
}

static void
results_lie_in_the_result(void **state)
{
  (void)state;
  struct dice dice = {3};
  for (unsigned op = OP_NOT; op <= OP_SEXT; op++)
    for (unsigned i = 0; i < 3000; i++)
      check_operation(&dice, (enum value_op)op);
}

/* ---- bits ------------------------------------------------------------------------ */

static void
bits_tell_elements_apart(void **state)
{
  (void)state;
  struct dice dice = {4};
  unsigned with_sign = 0;
  for (unsigned i = 0; i < 3000; i++) {
    unsigned width = 1 + roll(&dice, 16);
    struct sample sample = random_sample(&dice, width);
    bool is_signed;
    unsigned bits = range_bits(sample.range, &is_signed);
    assert_in_range(bits, 1, width);
    with_sign += is_signed;
    for (unsigned k = 0; k < ELEMENTS; k++) {
      uint64_t low = sample.at[k] & bits_mask(bits);
      if (is_signed)
        low = (uint64_t)bits_signed(low, bits) & bits_mask(width);
      assert_int_equal(low, sample.at[k]);
    }
  }
  assert_in_range(with_sign, 300, 2700);
}

/* ---- chains ---------------------------------------------------------------------- */

enum { CONDITIONS = 5, EVENTS = 6 };

static bool
holds(const struct prog *prog, value_id value, unsigned inputs)
{
  const struct value *node = &prog->values.at[value];
  if (node->op == OP_CONST)
    return node->imm;
  if (node->op == OP_INPUT)
    return inputs >> node->imm & 1;
  if (node->op == OP_NOT)
    return !holds(prog, node->arg[0], inputs);
  return holds(prog, node->arg[0], inputs) && holds(prog, node->arg[1], inputs);
}

/* Guards as the front end makes them: one grows out of another. */
static void
check_chain(struct dice *dice)
{
  struct tiny tiny = tiny_new();
  value_id conditions[CONDITIONS], guards[EVENTS];
  struct chain_event events[EVENTS];
  for (unsigned i = 0; i < CONDITIONS; i++)
    conditions[i] = tiny_input(&tiny, 1);
  tiny_thread(&tiny);
  for (unsigned i = 0; i < EVENTS; i++) {
    guards[i] = i && chance(dice, 2) ? guards[roll(dice, i)] : VALUE_TRUE;
    for (unsigned n = roll(dice, 3); n > 0; n--) {
      value_id condition = conditions[roll(dice, CONDITIONS)];
      condition = chance(dice, 2) ? condition : value_not(tiny.prog, condition);
      guards[i] = value_and(tiny.prog, guards[i], condition);
    }
    tiny.guard = guards[i];
    events[i] = (struct chain_event){tiny_event(&tiny, EVENT_FENCE, 0), 1 + roll(dice, 5)};
  }
  tiny_done(&tiny);
  uint64_t bound = chain_weight(tiny.prog, events, EVENTS);
  for (unsigned inputs = 0; inputs < 1 << CONDITIONS; inputs++) {
    uint64_t weight = 0;
    for (unsigned i = 0; i < EVENTS; i++)
      weight += holds(tiny.prog, guards[i], inputs) ? events[i].weight : 0;
    assert_true(weight <= bound);
  }
  tiny_free(&tiny);
}

static void
chains_weigh_no_less(void **state)
{
  (void)state;
  struct dice dice = {5};
  for (unsigned i = 0; i < 3000; i++)
    check_chain(&dice);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(results_lie_in_the_result),
    cmocka_unit_test(bits_tell_elements_apart),
    cmocka_unit_test(chains_weigh_no_less),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
