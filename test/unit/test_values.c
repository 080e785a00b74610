/* Value sets and ranges: whatever any run computes, loads or stores lies in its set and in its
 * range; and what the contents of memory do when they grow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/ranges.h"
#include "analysis/values.h"
#include "base/diag.h"
#include "ir/text.h"
#include "random_prog.h"

/* ---- soundness -------------------------------------------------------------- */

static bool
may_be(struct value_set set, uint64_t bits)
{
  for (uint32_t i = 0; i < set.n; i++)
    if (set.at[i] == bits)
      return true;
  return !value_set_is_exact(set);
}

static bool
is_ordered(struct value_set set)
{
  for (uint32_t i = 1; i < set.n; i++)
    if (set.at[i - 1] >= set.at[i])
      return false;
  return set.n <= VALUE_SET_MAX;
}

struct knowledge {
  struct values *values;
  struct ranges *ranges;
};

struct count {
  unsigned checked, exact, several, cells; /* steps; with an exact set; of more than one element */
  unsigned narrow;                         /* without, but with a range */
};

/* The cells of the encoder may be smaller than any access. */
static void
check_parts(const struct knowledge *knowledge, struct target target, uint32_t bytes, uint64_t bits)
{
  for (uint32_t from = 0; from < bytes; from++)
    for (uint32_t n = 1; from + n <= bytes; n++) {
      uint64_t part = bits >> (8 * from) & bits_mask(8 * n);
      uint64_t at = target.offset + from;
      assert_true(may_be(values_of_cell(knowledge->values, target.object, at, n), part));
      assert_true(range_contains(ranges_of_cell(knowledge->ranges, target.object, at, n), part));
    }
}

static void
check_cell(const struct knowledge *knowledge, const struct prog *prog, const struct step *step,
           struct count *count)
{
  const struct event *event = &prog->events.at[step->event];
  for (uint32_t i = 0; i < event->n_targets; i++) {
    struct target target = prog->targets.at[event->first_target + i];
    if (prog->objects.at[target.object].base + target.offset != step->addr)
      continue;
    check_parts(knowledge, target, event->bytes, step->value);
    count->cells += value_set_is_exact(
      values_of_cell(knowledge->values, target.object, target.offset, event->bytes));
  }
}

static void
check_value(const struct knowledge *knowledge, value_id value, uint64_t bits)
{
  struct value_set set = values_get(knowledge->values, value);
  assert_true(is_ordered(set));
  assert_true(may_be(set, bits));
  assert_true(range_contains(ranges_get(knowledge->ranges, value), bits));
}

/* Does the range say more than the set? */
static bool
is_narrow(struct value_set set, struct range range)
{
  return !value_set_is_exact(set) && !range_equal(range, range_full(range.width));
}

static void
check_step(const struct knowledge *knowledge, const struct prog *prog, const struct step *step,
           struct count *count)
{
  const struct event *event = &prog->events.at[step->event];
  switch (event->kind) {
  case EVENT_LOAD:
  case EVENT_STORE:
    check_cell(knowledge, prog, step, count);
    check_value(knowledge, event->addr, step->addr); /* fall through */
  case EVENT_LOCAL:
  case EVENT_ASSUME:
  case EVENT_BLOCK:
  case EVENT_ASSERT: {
    struct value_set set = values_get(knowledge->values, event->value);
    check_value(knowledge, event->value, step->value);
    count->checked++;
    count->narrow += is_narrow(set, ranges_get(knowledge->ranges, event->value));
    count->exact += value_set_is_exact(set);
    count->several += value_set_is_exact(set) && set.n > 1;
    break;
  }
  default:
    break;
  }
}

static void
check_prog(struct dice *dice, const struct prog *prog, struct count *count)
{
  struct labels labels;
  labels_find(&labels, prog);
  struct knowledge knowledge = {.values = values_find(prog)};
  knowledge.ranges = ranges_find(prog, knowledge.values);
  for (unsigned i = 0; i < 12; i++) {
    struct schedule schedule = {0};
    struct run run;
    random_run(dice, &run, prog, &labels, &schedule);
    assert_int_not_equal(run.end, RUN_INVALID);
    for (size_t k = 0; k < run.steps.n; k++)
      check_step(&knowledge, prog, &run.steps.at[k], count);
    run_free(&run);
    schedule_free(&schedule);
  }
  ranges_free(knowledge.ranges);
  values_free(knowledge.values);
  labels_free(&labels);
}

static void
every_run_stays_in_its_sets(void **state)
{
  (void)state;
  struct dice dice = {11};
  struct count count = {0};
  for (unsigned i = 0; i < 1500; i++) {
    struct random_shape shape = {.threads = 2 + i % 4, .units = 3 + i % 8, .wide = i % 2};
    shape.rare_asserts = shape.rare_stops = i % 3 > 0;
    struct tiny tiny = random_prog(&dice, shape);
    struct diags diags = {0};
    assert_true(prog_check(tiny.prog, &diags));
    check_prog(&dice, tiny.prog, &count);
    diags_free(&diags);
    tiny_free(&tiny);
  }
  /* Sets that are mostly "anything" would be right and useless. */
  assert_true(count.checked > 50000);
  assert_true(count.exact > count.checked / 2);
  assert_true(count.several > count.checked / 10);
  assert_true(count.cells > count.checked / 10);
  assert_true(count.narrow > count.checked / 100);
}

/* ---- contents ----------------------------------------------------------------- */

static void
expect_set(struct value_set set, const uint64_t *elements, uint32_t n)
{
  assert_true(value_set_is_exact(set));
  assert_int_equal(set.n, n);
  for (uint32_t i = 0; i < n; i++)
    assert_int_equal(set.at[i], elements[i]);
}

/* main stores each of the constants. */
static struct tiny
stores(const uint64_t *constants, size_t n)
{
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4);
  tiny_thread(&tiny);
  for (size_t i = 0; i < n; i++)
    tiny_store(&tiny, x, 0, tiny_const(&tiny, 4, constants[i]));
  tiny_done(&tiny);
  return tiny;
}

/* The front end unfolds again and again with what it has learnt: nothing is forgotten. */
static void
contents_only_grow(void **state)
{
  (void)state;
  struct tiny first = stores((uint64_t[]){5, 3}, 2), second = stores((uint64_t[]){4}, 1);
  struct contents *contents = contents_new();
  assert_true(contents_grow(contents, first.prog));
  assert_false(contents_grow(contents, first.prog));
  assert_true(contents_grow(contents, second.prog));
  assert_false(contents_grow(contents, second.prog));
  assert_false(contents_grow(contents, first.prog));
  struct values *values = values_new(second.prog, contents);
  expect_set(values_of_cell(values, 1, 0, 4), (uint64_t[]){0, 3, 4, 5}, 4);
  values_free(values);
  contents_free(contents);
  tiny_free(&first);
  tiny_free(&second);
}

static void
cell_nobody_knows(void **state)
{
  (void)state;
  struct tiny tiny = stores((uint64_t[]){7}, 1);
  object_id other = tiny_global(&tiny, 4);
  struct values *values = values_find(tiny.prog);
  expect_set(values_of_cell(values, other, 0, 4), (uint64_t[]){0}, 1);
  assert_false(value_set_is_exact(values_of_cell(values, 1, 0, 2)));
  assert_false(value_set_is_exact(values_of_cell(values, 1, 2, 2)));
  values_free(values);
  tiny_free(&tiny);
}

/* Nobody looks at the second byte alone, but it is not 0 for ever. */
static void
store_wider_than_the_first_access(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4);
  tiny_thread(&tiny);
  tiny_load(&tiny, x, 0, 1);
  tiny_store(&tiny, x, 0, tiny_const(&tiny, 2, 0x2000));
  tiny_done(&tiny);
  struct values *values = values_find(tiny.prog);
  assert_true(may_be(values_of_cell(values, x, 1, 1), 0x20));
  assert_true(may_be(values_of_cell(values, x, 1, 1), 0));
  expect_set(values_of_cell(values, x, 2, 1), (uint64_t[]){0}, 1);
  values_free(values);
  tiny_free(&tiny);
}

/* While a prog is being built its values can be asked for, and a load not yet there is anything. */
static void
prog_being_built(void **state)
{
  (void)state;
  struct tiny tiny = stores((uint64_t[]){7}, 1);
  struct contents *contents = contents_new();
  contents_grow(contents, tiny.prog);
  struct values *values = values_new(tiny.prog, contents);
  value_id two = tiny_const(&tiny, 4, 2);
  expect_set(values_get(values, two), (uint64_t[]){2}, 1);
  value_id early = value_loaded(tiny.prog, 32, (event_id)tiny.prog->events.n);
  struct value_set set = values_get(values, early);
  assert_int_equal(set.n, 0);
  assert_false(set.open);
  value_id seen = tiny_load(&tiny, 1, 0, 4);
  assert_int_equal(seen, early); /* asked too early, and the answer stays */
  value_id again = tiny_load(&tiny, 1, 0, 4);
  expect_set(values_get(values, again), (uint64_t[]){0, 7}, 2);
  values_free(values);
  contents_free(contents);
  tiny_free(&tiny);
}

/* As many constants as a set can hold, and one more. */
static void
sets_have_a_limit(void **state)
{
  (void)state;
  uint64_t constants[VALUE_SET_MAX];
  for (uint64_t i = 0; i < VALUE_SET_MAX; i++)
    constants[i] = 100 - i; /* and 0 from the beginning */
  for (uint32_t n = VALUE_SET_MAX - 1; n <= VALUE_SET_MAX; n++) {
    struct tiny tiny = stores(constants, n);
    struct values *values = values_find(tiny.prog);
    struct value_set set = values_of_cell(values, 1, 0, 4);
    assert_int_equal(set.n, n < VALUE_SET_MAX ? VALUE_SET_MAX : 0);
    assert_false(set.open);
    values_free(values);
    tiny_free(&tiny);
  }
}

/* A thread moves a pointer in memory by `step` again and again. */
static struct tiny
moves(uint64_t step, object_id *array)
{
  struct tiny tiny = tiny_new();
  object_id pointer = tiny_global(&tiny, 8);
  *array = tiny_global(&tiny, 400);
  tiny.prog->objects.at[pointer].base = 0x100000;
  tiny.prog->objects.at[*array].base = 0x110000;
  tiny_init(&tiny, pointer, 0, tiny_addr(&tiny, *array, 4));
  tiny_thread(&tiny);
  value_id here = tiny_load(&tiny, pointer, 0, 8);
  tiny_store(&tiny, pointer, 0,
             value_op(tiny.prog, OP_ADD, 64, here, value_const(tiny.prog, 64, step), 0, 0));
  tiny_done(&tiny);
  return tiny;
}

/* It stays in the array, a multiple of the step away from where it began. */
static void
moved_pointers_stay_in_their_object(void **state)
{
  (void)state;
  uint64_t steps[] = {12, (uint64_t)-12};
  for (unsigned i = 0; i < 2; i++) {
    object_id array;
    struct tiny tiny = moves(steps[i], &array);
    struct values *values = values_find(tiny.prog);
    struct value_set set = values_of_cell(values, 1, 0, 8);
    assert_false(value_set_is_exact(set));
    assert_true(set.open);
    assert_int_equal(set.n, 0);
    assert_int_equal(set.n_some, 1);
    assert_int_equal(set.some[0].object, array);
    assert_int_equal(set.some[0].stride, 12);
    assert_int_equal(set.some[0].offset, 4);
    values_free(values);
    tiny_free(&tiny);
  }
}

/* base + 8 * i + 4, and base - 8 * i: the stride is known by the shape. A difference of pointers is
 * a number. */
static void
unknown_index(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id array = tiny_global(&tiny, 400);
  tiny.prog->objects.at[array].base = 0x110000;
  value_id index = value_input(tiny.prog, (struct input){.kind = INPUT_NONDET, .width = 64});
  value_id eight = value_const(tiny.prog, 64, 8), base = tiny_addr(&tiny, array, 20);
  value_id scaled = value_op(tiny.prog, OP_MUL, 64, index, eight, 0, 0);
  value_id up = value_op(tiny.prog, OP_ADD, 64, base, scaled, 0, 0);
  value_id down = value_op(tiny.prog, OP_SUB, 64, base, scaled, 0, 0);
  value_id apart = value_op(tiny.prog, OP_SUB, 64, up, base, 0, 0);
  struct contents *contents = contents_new();
  struct values *values = values_new(tiny.prog, contents);
  for (unsigned i = 0; i < 2; i++) {
    struct value_set set = values_get(values, i ? up : down);
    assert_true(set.open);
    assert_int_equal(set.n_some, 1);
    assert_int_equal(set.some[0].object, array);
    assert_int_equal(set.some[0].stride, 8);
    assert_int_equal(set.some[0].offset, 4);
  }
  assert_int_equal(values_get(values, apart).n_some, 0);
  assert_int_equal(values_stride(tiny.prog, scaled), 8);
  values_free(values);
  contents_free(contents);
  tiny_free(&tiny);
}

/* A tag above an address, and one among things too many to list: it is still known that there is an
 * address. A tag alone is none. */
static void
addresses_are_not_forgotten(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id array = tiny_global(&tiny, 400);
  tiny.prog->objects.at[array].base = 0x110000;
  value_id any = value_input(tiny.prog, (struct input){.kind = INPUT_NONDET, .width = 64});
  value_id high = value_op(tiny.prog, OP_SHL, 64, any, value_const(tiny.prog, 64, 48), 0, 0);
  value_id base = tiny_addr(&tiny, array, 20), one = value_const(tiny.prog, 64, 0x3000000110014);
  value_id packed = value_op(tiny.prog, OP_OR, 64, base, high, 0, 0);
  struct contents *contents = contents_new();
  struct values *values = values_new(tiny.prog, contents);
  const struct {
    value_id value;
    bool has;
  } cases[] = {{base, true}, {one, true}, {packed, true}, {high, false}, {any, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_int_equal(value_set_has_address(tiny.prog, 64, values_get(values, cases[i].value)),
                     cases[i].has);
  assert_int_equal(value_object(tiny.prog, 64, 0x3000000110014), array);
  assert_int_equal(value_object(tiny.prog, 64, 0x3000), 0);
  assert_int_equal(value_object(tiny.prog, 32, 0x110014), 0);
  values_free(values);
  contents_free(contents);
  tiny_free(&tiny);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_run_stays_in_its_sets),
    cmocka_unit_test(contents_only_grow),
    cmocka_unit_test(cell_nobody_knows),
    cmocka_unit_test(store_wider_than_the_first_access),
    cmocka_unit_test(prog_being_built),
    cmocka_unit_test(sets_have_a_limit),
    cmocka_unit_test(moved_pointers_stay_in_their_object),
    cmocka_unit_test(unknown_index),
    cmocka_unit_test(addresses_are_not_forgotten),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
