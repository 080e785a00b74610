/* Gates are brought into a normal form before they are looked up, so that equal functions of equal
 * inputs meet: constants and equal or complementary inputs fold, inputs of symmetric gates are
 * ordered, negations are pulled out where they can be (xor, mux, majority), and a mux that is
 * really an AND, OR or XOR becomes one. What is left is written as clauses once, in both
 * directions.
 *
 * The word functions lean on this. They build textbook circuits bit by bit and let the gates fold,
 * so the constant bits of an argument (the zeros above a narrow value, a constant operand) cost
 * nothing. All comparisons and subtractions go through the same chain of majorities, the carries
 * of a + ¬b + 1, and therefore share it: "is a < b" and "a - b" differ only in the sums. */
#include "encode/gates.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"

enum gate_kind { GATE_AND, GATE_XOR, GATE_ITE, GATE_MAJORITY, GATE_AND_MANY };

/* ---- the table of gates ------------------------------------------------- */

void
gates_init(struct gates *gates, struct sink *sink)
{
  *gates = (struct gates){.sink = sink};
}

void
gates_free(struct gates *gates)
{
  map_free(&gates->table);
  vec_free(&gates->all);
  vec_free(&gates->inputs);
  vec_free(&gates->scratch);
}

lit
gate_fresh(struct gates *gates)
{
  lit fresh = sink_fresh(gates->sink);
  INVARIANT(fresh > 0 && fresh < GATE_TRUE);
  return fresh;
}

bool
gate_is_literal(const struct gates *gates, lit a)
{
  return a && (abs(a) == GATE_TRUE || abs(a) <= gates->sink->variables);
}

static void
swap(lit *a, lit *b)
{
  lit old = *a;
  *a = *b;
  *b = old;
}

static uint64_t
hash_inputs(enum gate_kind kind, const lit *in, size_t n)
{
  uint64_t hash = hash_mix(kind, n);
  for (size_t i = 0; i < n; i++)
    hash = hash_mix(hash, (uint32_t)in[i]);
  return hash;
}

static bool
is_gate(const struct gates *gates, const struct gate *gate, enum gate_kind kind, const lit *in,
        size_t n)
{
  if (gate->kind != (int)kind)
    return false;
  if (kind == GATE_AND_MANY)
    return (size_t)gate->b == n && !memcmp(gates->inputs.at + gate->a, in, n * sizeof *in);
  return gate->a == in[0] && gate->b == in[1] && (n < 3 || gate->c == in[2]);
}

/* The output of a gate in normal form; if there is no such gate yet, one without clauses is
 * added and *is_new set. */
static lit
find(struct gates *gates, enum gate_kind kind, const lit *in, size_t n, bool *is_new)
{
  uint32_t *head = map_at(&gates->table, hash_inputs(kind, in, n));
  for (uint32_t i = *head; i; i = gates->all.at[i - 1].next)
    if (is_gate(gates, &gates->all.at[i - 1], kind, in, n)) {
      *is_new = false;
      return gates->all.at[i - 1].out;
    }
  struct gate gate = {.kind = (int)kind, .out = gate_fresh(gates), .next = *head};
  if (kind == GATE_AND_MANY) {
    INVARIANT(gates->inputs.n + n <= INT32_MAX);
    gate.a = (lit)gates->inputs.n;
    gate.b = (lit)n;
    for (size_t i = 0; i < n; i++)
      vec_push(&gates->inputs, in[i]);
  } else {
    gate.a = in[0];
    gate.b = in[1];
    gate.c = n < 3 ? 0 : in[2];
  }
  vec_push(&gates->all, gate);
  *head = (uint32_t)gates->all.n;
  *is_new = true;
  return gate.out;
}

/* ---- gates -------------------------------------------------------------- */

lit
gate_and(struct gates *gates, lit a, lit b)
{
  assert(gate_is_literal(gates, a) && gate_is_literal(gates, b));
  if (a == GATE_FALSE || b == GATE_FALSE || a == -b)
    return GATE_FALSE;
  if (a == GATE_TRUE || a == b)
    return b;
  if (b == GATE_TRUE)
    return a;
  if (a > b)
    swap(&a, &b);
  INVARIANT(a && b && a < b);
  bool is_new;
  lit out = find(gates, GATE_AND, (lit[]){a, b}, 2, &is_new);
  if (is_new) {
    sink_2(gates->sink, -out, a);
    sink_2(gates->sink, -out, b);
    sink_3(gates->sink, out, -a, -b);
  }
  return out;
}

lit
gate_or(struct gates *gates, lit a, lit b)
{
  return -gate_and(gates, -a, -b);
}

lit
gate_xor(struct gates *gates, lit a, lit b)
{
  assert(gate_is_literal(gates, a) && gate_is_literal(gates, b));
  bool negate = (a < 0) != (b < 0);
  a = abs(a);
  b = abs(b);
  if (a > b)
    swap(&a, &b);
  lit out;
  if (a == b)
    out = GATE_FALSE;
  else if (b == GATE_TRUE)
    out = -a;
  else {
    INVARIANT(a > 0 && a < b);
    bool is_new;
    out = find(gates, GATE_XOR, (lit[]){a, b}, 2, &is_new);
    if (is_new) {
      sink_3(gates->sink, -out, a, b);
      sink_3(gates->sink, -out, -a, -b);
      sink_3(gates->sink, out, -a, b);
      sink_3(gates->sink, out, a, -b);
    }
  }
  return negate ? -out : out;
}

/* A mux with a positive condition and a positive first arm. The last two clauses follow from the
 * others, but let the solver see at once that equal arms decide the output. */
static lit
mux(struct gates *gates, lit condition, lit yes, lit no)
{
  INVARIANT(condition > 0 && yes > 0 && no && abs(no) != condition && abs(no) != yes);
  bool is_new;
  lit out = find(gates, GATE_ITE, (lit[]){condition, yes, no}, 3, &is_new);
  if (is_new) {
    sink_3(gates->sink, -condition, -yes, out);
    sink_3(gates->sink, -condition, yes, -out);
    sink_3(gates->sink, condition, -no, out);
    if (!MUTANT(MUX_LEAKS))
      sink_3(gates->sink, condition, no, -out);
    sink_3(gates->sink, -yes, -no, out);
    sink_3(gates->sink, yes, no, -out);
  }
  return out;
}

lit
gate_ite(struct gates *gates, lit condition, lit yes, lit no)
{
  assert(gate_is_literal(gates, condition));
  assert(gate_is_literal(gates, yes) && gate_is_literal(gates, no));
  if (condition == GATE_TRUE || yes == no)
    return yes;
  if (condition == GATE_FALSE)
    return no;
  if (yes == -no)
    return gate_xor(gates, condition, no);
  if (yes == GATE_TRUE || yes == condition)
    return gate_or(gates, condition, no);
  if (yes == GATE_FALSE || yes == -condition)
    return gate_and(gates, -condition, no);
  if (no == GATE_TRUE || no == -condition)
    return gate_or(gates, -condition, yes);
  if (no == GATE_FALSE || no == condition)
    return gate_and(gates, condition, yes);
  if (condition < 0) {
    condition = -condition;
    swap(&yes, &no);
  }
  return yes < 0 ? -mux(gates, condition, -yes, -no) : mux(gates, condition, yes, no);
}

static lit
majority(struct gates *gates, lit a, lit b, lit c)
{
  INVARIANT(a > 0 && a < abs(b) && abs(b) < abs(c) && abs(c) < GATE_TRUE);
  bool is_new;
  lit out = find(gates, GATE_MAJORITY, (lit[]){a, b, c}, 3, &is_new);
  if (is_new) {
    sink_3(gates->sink, -a, -b, out);
    sink_3(gates->sink, -a, -c, out);
    sink_3(gates->sink, -b, -c, out);
    sink_3(gates->sink, a, b, -out);
    sink_3(gates->sink, a, c, -out);
    sink_3(gates->sink, b, c, -out);
  }
  return out;
}

lit
gate_majority(struct gates *gates, lit a, lit b, lit c)
{
  assert(gate_is_literal(gates, a) && gate_is_literal(gates, b) && gate_is_literal(gates, c));
  /* Ordered by variable; a constant comes last. */
  if (abs(a) > abs(b))
    swap(&a, &b);
  if (abs(b) > abs(c))
    swap(&b, &c);
  if (abs(a) > abs(b))
    swap(&a, &b);
  if (a == b)
    return a;
  if (a == -b)
    return c;
  if (b == c)
    return b;
  if (b == -c)
    return a;
  if (c == GATE_TRUE)
    return gate_or(gates, a, b);
  if (c == GATE_FALSE)
    return gate_and(gates, a, b);
  return a < 0 ? -majority(gates, -a, -b, -c) : majority(gates, a, b, c);
}

static int
by_variable(const void *left, const void *right)
{
  lit a = *(const lit *)left, b = *(const lit *)right;
  if (abs(a) != abs(b))
    return abs(a) < abs(b) ? -1 : 1;
  return (a > b) - (a < b);
}

/* Sorts the conjunction in[0..n) and takes out what is superfluous; false if it is false. */
static bool
normalise(lit *in, size_t *n)
{
  size_t kept = 0;
  qsort(in, *n, sizeof *in, by_variable);
  for (size_t i = 0; i < *n; i++) {
    if (in[i] == GATE_FALSE || (kept && in[i] == -in[kept - 1]))
      return false;
    if (in[i] != GATE_TRUE && !(kept && in[i] == in[kept - 1]))
      in[kept++] = in[i];
  }
  *n = kept;
  return true;
}

/* The conjunction of what lies in the scratch array, three or more inputs in normal form. */
static lit
conjunction(struct gates *gates)
{
  lit *in = gates->scratch.at;
  size_t n = gates->scratch.n;
  INVARIANT(n >= 3);
  bool is_new;
  lit out = find(gates, GATE_AND_MANY, in, n, &is_new);
  if (!is_new)
    return out;
  for (size_t i = 0; i < n; i++) {
    sink_2(gates->sink, -out, in[i]);
    in[i] = -in[i];
  }
  vec_push(&gates->scratch, out);
  sink_clause(gates->sink, gates->scratch.at, gates->scratch.n);
  return out;
}

/* The conjunction of what lies in the scratch array, which is emptied. */
static lit
and_scratch(struct gates *gates)
{
  lit *in = gates->scratch.at, out;
  size_t *n = &gates->scratch.n;
  if (*n && !normalise(in, n))
    out = GATE_FALSE;
  else if (*n == 0)
    out = GATE_TRUE;
  else if (*n <= 2)
    out = gate_and(gates, in[0], in[*n - 1]);
  else
    out = conjunction(gates);
  *n = 0;
  return out;
}

lit
gate_and_many(struct gates *gates, const lit *in, size_t n)
{
  INVARIANT(!gates->scratch.n);
  for (size_t i = 0; i < n; i++)
    vec_push(&gates->scratch, in[i]);
  return and_scratch(gates);
}

lit
gate_or_many(struct gates *gates, const lit *in, size_t n)
{
  INVARIANT(!gates->scratch.n);
  for (size_t i = 0; i < n; i++)
    vec_push(&gates->scratch, -in[i]);
  return -and_scratch(gates);
}

/* ---- constraints ---------------------------------------------------------- */

void
gate_clause(struct gates *gates, const lit *in, size_t n)
{
  bool satisfied = false;
  INVARIANT(!gates->scratch.n);
  for (size_t i = 0; i < n && !satisfied; i++) {
    assert(gate_is_literal(gates, in[i]));
    if (in[i] == GATE_TRUE)
      satisfied = true;
    else if (in[i] != GATE_FALSE)
      vec_push(&gates->scratch, in[i]);
  }
  if (!satisfied)
    sink_clause(gates->sink, gates->scratch.at, gates->scratch.n);
  gates->scratch.n = 0;
}

void
gate_imply(struct gates *gates, lit a, lit b)
{
  lit clause[] = {-a, b};
  gate_clause(gates, clause, 2);
}

void
gate_equal_if(struct gates *gates, lit condition, lit a, lit b)
{
  if (a == b)
    return;
  if (a == -b) {
    gate_clause(gates, (lit[]){-condition}, 1);
    return;
  }
  gate_clause(gates, (lit[]){-condition, -a, b}, 3);
  gate_clause(gates, (lit[]){-condition, a, -b}, 3);
}

/* ---- words: sums ---------------------------------------------------------- */

void
word_const(lit *out, unsigned n, uint64_t bits)
{
  INVARIANT(n <= WORD_MAX);
  for (unsigned i = 0; i < n; i++)
    out[i] = bits >> i & 1 ? GATE_TRUE : GATE_FALSE;
}

/* The sum of a, b (complemented if so told) and a carry; out may be a or b. */
static void
add_carry(struct gates *gates, lit *out, const lit *a, const lit *b, bool complement, lit carry,
          unsigned n)
{
  for (unsigned i = 0; i < n; i++) {
    lit x = a[i], y = complement ? -b[i] : b[i];
    out[i] = gate_xor(gates, gate_xor(gates, x, y), carry);
    if (i + 1 < n)
      carry = MUTANT(CARRY_LOST) ? gate_and(gates, x, y) : gate_majority(gates, x, y, carry);
  }
}

void
word_add(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n)
{
  add_carry(gates, out, a, b, false, GATE_FALSE, n);
}

void
word_sub(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n)
{
  add_carry(gates, out, a, b, true, GATE_TRUE, n);
}

/* out := condition ? -a : a */
static void
negate_if(struct gates *gates, lit *out, lit condition, const lit *a, unsigned n)
{
  lit flipped[WORD_MAX], zero[WORD_MAX];
  INVARIANT(n <= WORD_MAX);
  for (unsigned i = 0; i < n; i++)
    flipped[i] = gate_xor(gates, a[i], condition);
  word_const(zero, n, 0);
  add_carry(gates, out, flipped, zero, false, condition, n);
}

/* ---- words: comparisons ----------------------------------------------------- */

/* The carry out of a + ¬b + 1, that is a >= b. Below a place where the two are known to differ no
 * gate is needed: that place decides. */
static lit
not_below(struct gates *gates, const lit *a, const lit *b, unsigned n)
{
  unsigned first = n;
  while (first && a[first - 1] != -b[first - 1])
    first--;
  lit carry = first ? a[first - 1] : GATE_TRUE;
  for (unsigned i = first; i < n; i++)
    carry = gate_majority(gates, a[i], -b[i], carry);
  return carry;
}

lit
word_ult(struct gates *gates, const lit *a, const lit *b, unsigned n)
{
  return -not_below(gates, a, b, n);
}

/* As unsigned, but a set sign bit means less. */
lit
word_slt(struct gates *gates, const lit *a, const lit *b, unsigned n)
{
  INVARIANT(n >= 1);
  if (MUTANT(SIGN_IGNORED))
    return word_ult(gates, a, b, n);
  if (a[n - 1] == -b[n - 1])
    return a[n - 1];
  lit carry = not_below(gates, a, b, n - 1);
  return -gate_majority(gates, -a[n - 1], b[n - 1], carry);
}

lit
word_eq(struct gates *gates, const lit *a, const lit *b, unsigned n)
{
  lit same[WORD_MAX];
  INVARIANT(n <= WORD_MAX);
  for (unsigned i = 0; i < n; i++)
    if (a[i] == -b[i])
      return GATE_FALSE; /* before any gate is made */
  for (unsigned i = 0; i < n; i++)
    same[i] = -gate_xor(gates, a[i], b[i]);
  return gate_and_many(gates, same, n);
}

void
word_ite(struct gates *gates, lit *out, lit condition, const lit *yes, const lit *no, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    out[i] = gate_ite(gates, condition, yes[i], no[i]);
}

/* ---- words: products -------------------------------------------------------- */

/* Read as a multiplier, a word is its bits below the run of equal bits at its top, minus 2^k times
 * the bit of that run, where k is the place at which it starts. */
static unsigned
top_run(const lit *a, unsigned n)
{
  INVARIANT(n >= 1);
  unsigned k = n - 1;
  while (k && a[k - 1] == a[n - 1])
    k--;
  return k;
}

/* How many partial products that makes. */
static unsigned
count_rows(const lit *a, unsigned n)
{
  unsigned rows = a[n - 1] != GATE_FALSE;
  for (unsigned i = top_run(a, n); i-- > 0;)
    rows += a[i] != GATE_FALSE;
  return rows;
}

/* out := out ± 2^shift * bit * a */
static void
add_row(struct gates *gates, lit *out, const lit *a, unsigned shift, lit bit, bool minus,
        unsigned n)
{
  lit row[WORD_MAX];
  INVARIANT(shift < n);
  if (bit == GATE_FALSE)
    return;
  for (unsigned i = shift; i < n; i++)
    row[i] = gate_and(gates, a[i - shift], bit);
  add_carry(gates, out + shift, out + shift, row + shift, minus, minus ? GATE_TRUE : GATE_FALSE,
            n - shift);
}

void
word_mul(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n)
{
  INVARIANT(n <= WORD_MAX);
  if (count_rows(a, n) < count_rows(b, n)) {
    const lit *old = a;
    a = b;
    b = old;
  }
  unsigned top = top_run(b, n);
  word_const(out, n, 0);
  for (unsigned i = 0; i < top; i++)
    add_row(gates, out, a, i, b[i], false, n);
  add_row(gates, out, a, top, b[n - 1], true, n);
}

/* ---- words: quotients ------------------------------------------------------- */

/* The number of bits below the zeros at the top. */
static unsigned
significant(const lit *a, unsigned n)
{
  while (n && a[n - 1] == GATE_FALSE)
    n--;
  return n;
}

/* One step of a long division: is the divisor not above the rest, and then subtract it. Where the
 * rest is known to be narrow (in the first steps), it suffices that the divisor has no bit above,
 * which above[k] = b[k] | b[k+1] | ... tells. */
static lit
divide_step(struct gates *gates, lit *rest, const lit *b, const lit *above, unsigned m)
{
  lit less[WORD_MAX];
  unsigned k = significant(rest, m + 1), low = k < m ? k : m;
  if (k <= m && above[k] == GATE_TRUE)
    return GATE_FALSE;
  lit fits = not_below(gates, rest, b, low);
  fits = k > m ? gate_or(gates, rest[m], fits) : gate_and(gates, -above[k], fits);
  word_sub(gates, less, rest, b, low);
  word_ite(gates, rest, fits, less, rest, low);
  return fits;
}

/* Long division, one bit of the dividend at a time. For b > 0 the rest stays below b, so it is
 * kept to the m significant bits of b. For b = 0 each step subtracts nothing and yields a 1, and
 * the rest is the dividend cut to m bits: only the bits above need care. */
void
word_udivrem(struct gates *gates, lit *quotient, lit *remainder, const lit *a, const lit *b,
             unsigned n)
{
  lit rest[WORD_MAX + 1], above[WORD_MAX + 1];
  unsigned bits = significant(a, n), m = significant(b, n);
  INVARIANT(n <= WORD_MAX);
  above[m] = GATE_FALSE;
  for (unsigned i = m; i-- > 0;)
    above[i] = gate_or(gates, b[i], above[i + 1]);
  lit by_zero = -above[0];
  for (unsigned i = 0; i <= m; i++)
    rest[i] = GATE_FALSE;
  for (unsigned i = bits; i-- > 0;) {
    memmove(rest + 1, rest, m * sizeof *rest);
    rest[0] = a[i];
    quotient[i] = divide_step(gates, rest, b, above, m);
  }
  for (unsigned i = bits; i < n; i++)
    quotient[i] = MUTANT(QUOTIENT_BY_ZERO) ? GATE_FALSE : by_zero;
  for (unsigned i = 0; i < n; i++)
    remainder[i] = i < m ? rest[i] : gate_and(gates, by_zero, a[i]);
}

/* Division of the magnitudes; the remainder has the dividend's sign. By zero, the all-ones
 * quotient of the magnitudes is -1 and becomes 1 for a negative dividend, as it should. */
void
word_sdivrem(struct gates *gates, lit *quotient, lit *remainder, const lit *a, const lit *b,
             unsigned n)
{
  lit x[WORD_MAX], y[WORD_MAX], sign_a = a[n - 1], sign_b = b[n - 1];
  INVARIANT(n <= WORD_MAX);
  negate_if(gates, x, sign_a, a, n);
  negate_if(gates, y, sign_b, b, n);
  word_udivrem(gates, quotient, remainder, x, y, n);
  negate_if(gates, quotient, gate_xor(gates, sign_a, sign_b), quotient, n);
  negate_if(gates, remainder, sign_a, remainder, n);
}

/* ---- words: shifts ------------------------------------------------------------ */

/* Towards bit 0 by b, moving in copies of `fill`: stage j shifts by 2^j if bit j of b is set; a
 * bit of b that alone is as much as the width leaves nothing but the fill. */
static void
shift_down(struct gates *gates, lit *out, const lit *a, const lit *b, lit fill, unsigned n)
{
  lit moved[WORD_MAX];
  INVARIANT(n <= WORD_MAX);
  unsigned stage = 0;
  memcpy(out, a, n * sizeof *a);
  for (; 1u << stage < n; stage++) {
    unsigned step = 1u << stage;
    for (unsigned i = 0; i < n; i++)
      moved[i] = i + step < n ? out[i + step] : fill;
    word_ite(gates, out, b[stage], moved, out, n);
  }
  lit all = gate_or_many(gates, b + stage, n - stage);
  for (unsigned i = 0; i < n; i++)
    out[i] = gate_ite(gates, all, fill, out[i]);
}

static void
reverse(lit *out, const lit *a, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    out[i] = a[n - 1 - i];
}

void
word_shl(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n)
{
  lit mirrored[WORD_MAX] = {0}, shifted[WORD_MAX];
  INVARIANT(n <= WORD_MAX);
  reverse(mirrored, a, n);
  shift_down(gates, shifted, mirrored, b, GATE_FALSE, n);
  reverse(out, shifted, n);
}

void
word_lshr(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n)
{
  shift_down(gates, out, a, b, GATE_FALSE, n);
}

void
word_ashr(struct gates *gates, lit *out, const lit *a, const lit *b, unsigned n)
{
  shift_down(gates, out, a, b, a[n - 1], n);
}
