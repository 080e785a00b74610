/* Every word function is compared with value_compute, through the solver: under given inputs the
 * circuit must have a model, and no model in which any output bit is another one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "encode/gates.h"
#include "ir/prog.h"

/* ---- the functions under test, all in one shape ---------------------------- */

typedef void word_function(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n);

static void
udiv(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n)
{
  lit remainder[WORD_MAX];
  word_udivrem(gates, out, remainder, a, b, n);
}

static void
urem(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n)
{
  lit quotient[WORD_MAX];
  word_udivrem(gates, quotient, out, a, b, n);
}

static void
sdiv(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n)
{
  lit remainder[WORD_MAX];
  word_sdivrem(gates, out, remainder, a, b, n);
}

static void
srem(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n)
{
  lit quotient[WORD_MAX];
  word_sdivrem(gates, quotient, out, a, b, n);
}

static void
eq(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n)
{
  out[0] = word_eq(gates, a, b, n);
}

static void
ult(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n)
{
  out[0] = word_ult(gates, a, b, n);
}

static void
slt(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n)
{
  out[0] = word_slt(gates, a, b, n);
}

static const struct operation {
  enum value_op op;
  word_function *build;
  bool is_predicate;
} operations[] = {
  {OP_ADD, word_add, false},   {OP_SUB, word_sub, false}, {OP_MUL, word_mul, false},
  {OP_UDIV, udiv, false},      {OP_UREM, urem, false},    {OP_SDIV, sdiv, false},
  {OP_SREM, srem, false},      {OP_SHL, word_shl, false}, {OP_LSHR, word_lshr, false},
  {OP_ASHR, word_ashr, false}, {OP_EQ, eq, true},         {OP_ULT, ult, true},
  {OP_SLT, slt, true},
};
enum { N_OPERATIONS = sizeof operations / sizeof *operations };

/* ---- a circuit with its solver ----------------------------------------------- */

struct bench {
  struct sat *sat;
  struct gates gates;
  lit inputs[2 * WORD_MAX]; /* the free variables */
  unsigned n_inputs;
};

static void
bench_open(struct bench *bench)
{
  *bench = (struct bench){.sat = sat_cadical(0)};
  gates_init(&bench->gates, &bench->sat->sink);
}

static void
bench_close(struct bench *bench)
{
  gates_free(&bench->gates);
  bench->sat->ops->free(bench->sat);
}

static lit
input(struct bench *bench)
{
  assert_true(bench->n_inputs < 2 * WORD_MAX);
  return bench->inputs[bench->n_inputs++] = gate_fresh(&bench->gates);
}

static void
inputs(struct bench *bench, lit *out, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    out[i] = input(bench);
}

/* values[i] is what the i-th input is. */
static bool
truth(const struct bench *bench, const bool *values, lit a)
{
  if (abs(a) == GATE_TRUE)
    return a > 0;
  for (unsigned i = 0; i < bench->n_inputs; i++)
    if (bench->inputs[i] == abs(a))
      return values[i] == (a > 0);
  fail_msg("literal %d is not an input", a);
  return false;
}

static uint64_t
word_of(const struct bench *bench, const bool *values, const lit *a, unsigned n)
{
  uint64_t bits = 0;
  for (unsigned i = 0; i < n; i++)
    bits |= (uint64_t)truth(bench, values, a[i]) << i;
  return bits;
}

static bool
solver_truth(struct bench *bench, lit a)
{
  return abs(a) == GATE_TRUE ? a > 0 : bench->sat->ops->value(bench->sat, a);
}

/* Under the inputs, the outputs are as expected and cannot be anything else. */
static void
expect_outputs(struct bench *bench, const bool *values, const lit *out, const bool *expected,
               size_t n)
{
  int assumptions[2 * WORD_MAX + 1];
  lit *other = malloc((n + 1) * sizeof *other);
  assert_non_null(other);
  unsigned count = bench->n_inputs;
  for (unsigned i = 0; i < count; i++)
    assumptions[i] = values[i] ? bench->inputs[i] : -bench->inputs[i];
  assert_int_equal(bench->sat->ops->solve(bench->sat, assumptions, count, NULL), SAT_SAT);
  for (size_t i = 0; i < n; i++) {
    assert_int_equal(solver_truth(bench, out[i]), expected[i]);
    other[i] = expected[i] ? -out[i] : out[i];
  }
  lit differs = gate_fresh(&bench->gates);
  other[n] = -differs;
  gate_clause(&bench->gates, other, n + 1);
  assumptions[count] = differs;
  assert_int_equal(bench->sat->ops->solve(bench->sat, assumptions, count + 1, NULL), SAT_UNSAT);
  free(other);
}

/* Compares out = a op b with the meaning of op under the given inputs. */
static void
expect_word(struct bench *bench, const bool *values, const struct operation *operation,
            const lit *out, const lit *a, const lit *b, unsigned n)
{
  unsigned width = operation->is_predicate ? 1 : n;
  uint64_t x = word_of(bench, values, a, n), y = word_of(bench, values, b, n);
  uint64_t meaning = value_compute(operation->op, width, n, n, x, y, 0, 0);
  bool expected[WORD_MAX];
  for (unsigned i = 0; i < width; i++)
    expected[i] = meaning >> i & 1;
  expect_outputs(bench, values, out, expected, width);
}

static void
expect_all(struct bench *bench, const struct operation *operation, const lit *a, const lit *b,
           unsigned n)
{
  lit out[WORD_MAX];
  bool values[2 * WORD_MAX];
  operation->build(&bench->gates, out, a, b, n);
  for (unsigned bits = 0; bits < 1u << bench->n_inputs; bits++) {
    for (unsigned i = 0; i < bench->n_inputs; i++)
      values[i] = bits >> i & 1;
    expect_word(bench, values, operation, out, a, b, n);
  }
}

/* A fixed sequence of numbers that look random. */
static uint64_t
random_bits(uint64_t *state)
{
  *state += 0x9e37;
  return hash_mix(*state, 17);
}

/* ---- tests of words ------------------------------------------------------------- */

static void
words_mean_what_values_mean(void **state)
{
  (void)state;
  for (unsigned k = 0; k < N_OPERATIONS; k++)
    for (unsigned n = 1; n <= 5; n++) {
      struct bench bench;
      lit a[WORD_MAX], b[WORD_MAX];
      bench_open(&bench);
      inputs(&bench, a, n);
      inputs(&bench, b, n);
      expect_all(&bench, &operations[k], a, b, n);
      bench_close(&bench);
    }
}

/* A word whose bits are partly constant, repeated or negated earlier bits. */
static void
mixed_word(struct bench *bench, lit *out, unsigned n, uint64_t *seed)
{
  for (unsigned i = 0; i < n; i++)
    switch (random_bits(seed) % 8) {
    case 0:
      out[i] = GATE_TRUE;
      break;
    case 1:
    case 2:
      out[i] = GATE_FALSE;
      break;
    case 3:
      out[i] = i ? out[i - 1] : GATE_FALSE;
      break;
    case 4:
      if (bench->n_inputs) {
        lit old = bench->inputs[random_bits(seed) % bench->n_inputs];
        out[i] = random_bits(seed) & 1 ? old : -old;
        break;
      } /* fall through */
    default:
      out[i] = input(bench);
    }
}

/* Zeros or copies of the sign above the first `low` bits. */
static void
extended_word(struct bench *bench, lit *out, unsigned low, unsigned n, bool is_signed)
{
  inputs(bench, out, low);
  for (unsigned i = low; i < n; i++)
    out[i] = is_signed ? out[low - 1] : GATE_FALSE;
}

static void
words_with_constant_bits(void **state)
{
  (void)state;
  uint64_t seed = 1;
  for (unsigned k = 0; k < N_OPERATIONS; k++)
    for (unsigned n = 1; n <= 6; n++)
      for (unsigned trial = 0; trial < 12; trial++) {
        struct bench bench;
        lit a[WORD_MAX], b[WORD_MAX];
        bench_open(&bench);
        mixed_word(&bench, a, n, &seed);
        mixed_word(&bench, b, n, &seed);
        if (bench.n_inputs <= 8)
          expect_all(&bench, &operations[k], a, b, n);
        bench_close(&bench);
      }
}

static void
words_by_constants(void **state)
{
  (void)state;
  const unsigned n = 4;
  for (unsigned k = 0; k < N_OPERATIONS; k++)
    for (unsigned bits = 0; bits < 32; bits++) {
      struct bench bench;
      lit a[WORD_MAX], b[WORD_MAX];
      bench_open(&bench);
      inputs(&bench, a, n);
      word_const(b, n, bits & 15);
      expect_all(&bench, &operations[k], bits < 16 ? a : b, bits < 16 ? b : a, n);
      bench_close(&bench);
    }
}

static void
words_that_are_extended(void **state)
{
  (void)state;
  const unsigned n = 7;
  for (unsigned k = 0; k < N_OPERATIONS; k++)
    for (unsigned form = 0; form < 4; form++)
      for (unsigned low = 1; low <= 3; low++) {
        struct bench bench;
        lit a[WORD_MAX], b[WORD_MAX];
        bench_open(&bench);
        extended_word(&bench, a, low, n, form & 1);
        extended_word(&bench, b, 4 - low, n, form & 2);
        expect_all(&bench, &operations[k], a, b, n);
        bench_close(&bench);
      }
}

static void
wide_words(void **state)
{
  (void)state;
  static const unsigned widths[] = {13, 32, 63, 64};
  uint64_t seed = 5;
  for (unsigned k = 0; k < N_OPERATIONS; k++)
    for (unsigned w = 0; w < 4; w++) {
      struct bench bench;
      lit a[WORD_MAX], b[WORD_MAX], out[WORD_MAX];
      bool values[2 * WORD_MAX];
      unsigned n = widths[w];
      bench_open(&bench);
      inputs(&bench, a, n);
      inputs(&bench, b, n);
      operations[k].build(&bench.gates, out, a, b, n);
      for (unsigned trial = 0; trial < 6; trial++) {
        /* The second operand small at times, so that shifts and quotients vary. */
        uint64_t x = random_bits(&seed), y = random_bits(&seed) >> (trial % 3 * 30 % 61);
        for (unsigned i = 0; i < 2 * n; i++)
          values[i] = i < n ? x >> i & 1 : y >> (i - n) & 1;
        expect_word(&bench, values, &operations[k], out, a, b, n);
      }
      bench_close(&bench);
    }
}

static void
word_ite_in_place(void **state)
{
  (void)state;
  struct bench bench;
  bench_open(&bench);
  lit c = input(&bench), yes[2], no[2], into_yes[2], into_no[2];
  inputs(&bench, yes, 2);
  inputs(&bench, no, 2);
  memcpy(into_yes, yes, sizeof yes);
  memcpy(into_no, no, sizeof no);
  word_ite(&bench.gates, into_yes, c, into_yes, no, 2);
  word_ite(&bench.gates, into_no, c, yes, into_no, 2);
  assert_memory_equal(into_yes, into_no, sizeof into_no);
  for (unsigned bits = 0; bits < 32; bits++) {
    bool values[5];
    for (unsigned i = 0; i < 5; i++)
      values[i] = bits >> i & 1;
    expect_outputs(&bench, values, into_yes, values + (values[0] ? 1 : 3), 2);
  }
  bench_close(&bench);
}

/* ---- tests of size -------------------------------------------------------------- */

static void
same_word_twice_costs_nothing(void **state)
{
  (void)state;
  for (unsigned k = 0; k < N_OPERATIONS; k++) {
    struct bench bench;
    lit a[6], b[6], first[6] = {0}, second[6] = {0};
    bench_open(&bench);
    inputs(&bench, a, 6);
    inputs(&bench, b, 6);
    operations[k].build(&bench.gates, first, a, b, 6);
    uint64_t clauses = bench.sat->sink.clauses;
    int variables = bench.sat->sink.variables;
    assert_true(clauses > 0);
    operations[k].build(&bench.gates, second, a, b, 6);
    assert_memory_equal(first, second, sizeof first);
    assert_int_equal(bench.sat->sink.clauses, clauses);
    assert_int_equal(bench.sat->sink.variables, variables);
    bench_close(&bench);
  }
}

static void
comparison_shares_the_subtraction(void **state)
{
  (void)state;
  struct bench bench;
  lit a[8], b[8], out[8];
  bench_open(&bench);
  inputs(&bench, a, 8);
  inputs(&bench, b, 8);
  word_sub(&bench.gates, out, a, b, 8);
  uint64_t clauses = bench.sat->sink.clauses;
  word_ult(&bench.gates, a, b, 8);
  assert_int_equal(bench.sat->sink.clauses, clauses + 6); /* the last carry */
  bench_close(&bench);
}

/* How many gates a op b makes, for a narrow a and a constant or narrow b in 32 bits. */
static size_t
gates_of(enum value_op op, unsigned low_a, unsigned low_b, uint64_t constant, lit *out)
{
  struct bench bench;
  lit a[WORD_MAX], b[WORD_MAX];
  bench_open(&bench);
  extended_word(&bench, a, low_a, 32, false);
  if (low_b)
    extended_word(&bench, b, low_b, 32, false);
  else
    word_const(b, 32, constant);
  for (unsigned k = 0; k < N_OPERATIONS; k++)
    if (operations[k].op == op)
      operations[k].build(&bench.gates, out, a, b, 32);
  size_t count = bench.gates.all.n;
  bench_close(&bench);
  return count;
}

static unsigned
bits_used(const lit *out)
{
  unsigned n = 32;
  while (n && out[n - 1] == GATE_FALSE)
    n--;
  return n;
}

static void
constant_bits_save_gates(void **state)
{
  (void)state;
  lit out[WORD_MAX];
  assert_int_equal(gates_of(OP_ADD, 32, 0, 0, out), 0);
  assert_int_equal(gates_of(OP_SUB, 32, 0, 0, out), 0);
  assert_int_equal(gates_of(OP_ADD, 32, 0, 1, out), 31 + 30); /* half adders: xors and ands */
  assert_int_equal(gates_of(OP_ADD, 3, 3, 0, out), 2 + 2 * 3);
  assert_int_equal(bits_used(out), 4);
  assert_int_equal(gates_of(OP_MUL, 32, 0, 0, out), 0);
  assert_int_equal(gates_of(OP_MUL, 32, 0, 1, out), 0);
  assert_int_equal(gates_of(OP_MUL, 32, 0, 1u << 20, out), 0);
  assert_int_equal(gates_of(OP_MUL, 32, 0, UINT32_MAX, out), 31 + 30); /* 0 - x */
  gates_of(OP_MUL, 3, 4, 0, out);
  assert_int_equal(bits_used(out), 7);
  assert_int_equal(gates_of(OP_UDIV, 4, 0, 31, out), 0);
  assert_int_equal(gates_of(OP_UREM, 4, 0, 31, out), 0);
  gates_of(OP_UDIV, 4, 0, 5, out);
  assert_int_equal(bits_used(out), 2);
  gates_of(OP_UREM, 32, 0, 5, out);
  assert_int_equal(bits_used(out), 3);
  gates_of(OP_UREM, 4, 32, 0, out);
  assert_int_equal(bits_used(out), 4);
  assert_true(gates_of(OP_UDIV, 4, 4, 0, out) < 100);
  assert_int_equal(gates_of(OP_SHL, 32, 0, 7, out), 0);
  assert_int_equal(gates_of(OP_LSHR, 32, 0, 40, out), 0);
  assert_int_equal(bits_used(out), 0);
  assert_int_equal(gates_of(OP_ASHR, 32, 0, 3, out), 0);
  assert_int_equal(gates_of(OP_LSHR, 4, 2, 0, out), 4 + 4); /* two stages, four bits */
  assert_int_equal(gates_of(OP_EQ, 32, 0, 12345, out), 1);
  assert_int_equal(gates_of(OP_EQ, 4, 0, 16, out), 0);
  assert_int_equal(gates_of(OP_EQ, 4, 4, 0, out), 5);
  assert_int_equal(gates_of(OP_ULT, 32, 0, 0, out), 0);
  assert_int_equal(gates_of(OP_ULT, 4, 0, 16, out), 0);
  assert_int_equal(out[0], GATE_TRUE);
  assert_int_equal(gates_of(OP_ULT, 4, 4, 0, out), 4);
  assert_int_equal(gates_of(OP_SLT, 4, 4, 0, out), 4);
  assert_int_equal(gates_of(OP_SLT, 4, 0, UINT32_MAX, out), 0);
  assert_int_equal(out[0], GATE_FALSE);
}

/* ---- tests of gates -------------------------------------------------------------- */

/* The i-th of eight literals over three inputs and the constants. */
static lit
pick(const struct bench *bench, unsigned i)
{
  lit all[] = {GATE_FALSE, bench->inputs[0], bench->inputs[1], bench->inputs[2]};
  return i & 1 ? -all[i / 2] : all[i / 2];
}

enum { N_PICKS = 8, N_GATES = 5, N_OUTPUTS = N_GATES * N_PICKS * N_PICKS * N_PICKS };

static void
build_gates(struct gates *gates, lit *out, const lit *in)
{
  out[0] = gate_ite(gates, in[0], in[1], in[2]);
  out[1] = gate_majority(gates, in[0], in[1], in[2]);
  out[2] = gate_and_many(gates, in, 3);
  out[3] = gate_or_many(gates, in, 3);
  out[4] = gate_xor(gates, gate_or(gates, in[0], in[1]), gate_and(gates, in[1], in[2]));
}

static void
expect_gates(bool *out, const bool *in)
{
  out[0] = in[0] ? in[1] : in[2];
  out[1] = in[0] + in[1] + in[2] >= 2;
  out[2] = in[0] && in[1] && in[2];
  out[3] = in[0] || in[1] || in[2];
  out[4] = (in[0] || in[1]) != (in[1] && in[2]);
}

static void
gates_of_all_inputs(void **state)
{
  (void)state;
  struct bench bench;
  lit x[3], *out = malloc(N_OUTPUTS * sizeof *out);
  bool *expected = malloc(N_OUTPUTS * sizeof *expected);
  assert_non_null(out);
  assert_non_null(expected);
  bench_open(&bench);
  inputs(&bench, x, 3);
  for (unsigned bits = 0; bits < 8; bits++) {
    bool values[] = {bits & 1, bits & 2, bits & 4};
    for (unsigned i = 0; i < N_PICKS * N_PICKS * N_PICKS; i++) {
      lit in[] = {pick(&bench, i % 8), pick(&bench, i / 8 % 8), pick(&bench, i / 64)};
      bool truths[3];
      for (unsigned j = 0; j < 3; j++)
        truths[j] = truth(&bench, values, in[j]);
      build_gates(&bench.gates, out + i * N_GATES, in);
      expect_gates(expected + i * N_GATES, truths);
    }
    expect_outputs(&bench, values, out, expected, N_OUTPUTS);
  }
  bench_close(&bench);
  free(out);
  free(expected);
}

static void
constraints_of_all_inputs(void **state)
{
  (void)state;
  for (unsigned i = 0; i < N_PICKS * N_PICKS * N_PICKS; i++)
    for (unsigned form = 0; form < 2; form++) {
      struct bench bench;
      lit x[3];
      bench_open(&bench);
      inputs(&bench, x, 3);
      lit in[] = {pick(&bench, i % 8), pick(&bench, i / 8 % 8), pick(&bench, i / 64)};
      if (form)
        gate_clause(&bench.gates, in, 3);
      else
        gate_equal_if(&bench.gates, in[0], in[1], in[2]);
      for (unsigned bits = 0; bits < 8; bits++) {
        bool values[] = {bits & 1, bits & 2, bits & 4}, t[3];
        int assumptions[3];
        for (unsigned j = 0; j < 3; j++) {
          t[j] = truth(&bench, values, in[j]);
          assumptions[j] = values[j] ? x[j] : -x[j];
        }
        bool holds = form ? t[0] || t[1] || t[2] : !t[0] || t[1] == t[2];
        assert_int_equal(bench.sat->ops->solve(bench.sat, assumptions, 3, NULL),
                         holds ? SAT_SAT : SAT_UNSAT);
      }
      bench_close(&bench);
    }
}

static void
laws(void **state)
{
  (void)state;
  struct sink *sink = sink_counter();
  struct gates g;
  gates_init(&g, sink);
  lit a = gate_fresh(&g), b = gate_fresh(&g), c = gate_fresh(&g);

  lit and_ab = gate_and(&g, a, b), nor_ab = gate_and(&g, -a, -b);
  assert_int_equal(sink->clauses, 6);
  assert_int_equal(gate_and(&g, b, a), and_ab);
  assert_int_equal(gate_or(&g, a, b), -nor_ab);

  lit xor_ab = gate_xor(&g, a, b);
  assert_int_equal(sink->clauses, 10);
  assert_int_equal(gate_xor(&g, b, a), xor_ab);
  assert_int_equal(gate_xor(&g, -a, b), -xor_ab);
  assert_int_equal(gate_xor(&g, -b, -a), xor_ab);
  assert_int_equal(gate_xor(&g, GATE_TRUE, -b), b);
  assert_int_equal(gate_xor(&g, GATE_TRUE, GATE_FALSE), GATE_TRUE);

  lit ite = gate_ite(&g, a, b, c);
  assert_int_equal(sink->clauses, 16);
  assert_int_equal(gate_ite(&g, -a, c, b), ite);
  assert_int_equal(gate_ite(&g, a, -b, -c), -ite);
  assert_int_equal(gate_ite(&g, -a, -c, -b), -ite);
  assert_int_equal(gate_ite(&g, a, b, b), b);
  assert_int_equal(gate_ite(&g, a, b, -b), -xor_ab);
  assert_int_equal(gate_ite(&g, a, -b, b), xor_ab);
  assert_int_equal(gate_ite(&g, a, b, GATE_FALSE), and_ab);
  assert_int_equal(gate_ite(&g, a, b, a), and_ab);
  assert_int_equal(gate_ite(&g, a, GATE_TRUE, b), -nor_ab);
  assert_int_equal(gate_ite(&g, a, a, b), -nor_ab);
  assert_int_equal(gate_ite(&g, a, GATE_FALSE, -b), nor_ab);
  assert_int_equal(gate_ite(&g, -a, b, GATE_TRUE), gate_ite(&g, a, GATE_TRUE, b));
  assert_int_equal(sink->clauses, 16);

  lit majority = gate_majority(&g, a, b, c);
  assert_int_equal(sink->clauses, 22);
  assert_int_equal(gate_majority(&g, c, a, b), majority);
  assert_int_equal(gate_majority(&g, -b, -c, -a), -majority);
  assert_int_equal(gate_majority(&g, b, c, -b), c);
  assert_int_equal(gate_majority(&g, b, GATE_FALSE, a), and_ab);
  assert_int_equal(gate_majority(&g, GATE_TRUE, b, a), -nor_ab);

  lit all = gate_and_many(&g, (lit[]){a, b, c}, 3);
  assert_int_equal(sink->clauses, 26);
  assert_int_equal(gate_and_many(&g, (lit[]){c, GATE_TRUE, a, b, a}, 5), all);
  assert_int_equal(gate_or_many(&g, (lit[]){-c, -b, -a, GATE_FALSE}, 4), -all);
  assert_int_equal(gate_and_many(&g, (lit[]){a, c, b, -a}, 4), GATE_FALSE);
  assert_int_equal(gate_and_many(&g, (lit[]){b, a, b}, 3), and_ab);
  assert_int_equal(gate_and_many(&g, (lit[]){c, c}, 2), c);
  assert_int_equal(gate_and_many(&g, NULL, 0), GATE_TRUE);
  assert_int_equal(gate_or_many(&g, NULL, 0), GATE_FALSE);
  assert_int_equal(sink->clauses, 26);
  assert_int_equal(sink->variables, 3 + 6);

  gate_clause(&g, (lit[]){a, GATE_TRUE}, 2);
  gate_equal_if(&g, a, b, b);
  gate_equal_if(&g, GATE_FALSE, a, b);
  assert_int_equal(sink->clauses, 26);
  gate_equal_if(&g, a, b, -b);
  assert_int_equal(sink->clauses, 27);
  gate_equal_if(&g, a, b, GATE_TRUE);
  assert_int_equal(sink->clauses, 28);
  gates_free(&g);
  sink_free(sink);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(laws),
    cmocka_unit_test(gates_of_all_inputs),
    cmocka_unit_test(constraints_of_all_inputs),
    cmocka_unit_test(words_mean_what_values_mean),
    cmocka_unit_test(words_with_constant_bits),
    cmocka_unit_test(words_by_constants),
    cmocka_unit_test(words_that_are_extended),
    cmocka_unit_test(wide_words),
    cmocka_unit_test(word_ite_in_place),
    cmocka_unit_test(same_word_twice_costs_nothing),
    cmocka_unit_test(comparison_shares_the_subtraction),
    cmocka_unit_test(constant_bits_save_gates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
