/* Folding must not change what a value means: random expressions are built by value_op next to
 * their tables of results computed by value_compute alone, and each must agree with the node that
 * came out, under all inputs. Then: the folds that the size of formulas rests on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/prog.h"

/* ---- help ------------------------------------------------------------------------------------ */

static uint32_t
random_below(uint64_t *seed, uint32_t n)
{
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)((*seed >> 33) % n);
}

static value_id
input(struct prog *prog, unsigned width)
{
  return value_input(prog, (struct input){.width = (uint8_t)width, .name = "i"});
}

static value_id
op2(struct prog *prog, enum value_op op, value_id a, value_id b)
{
  return value_op(prog, op, 0, a, b, 0, 0);
}

static value_id
number(struct prog *prog, unsigned width, uint64_t k)
{
  return value_const(prog, width, k);
}

static bool
is_op(const struct prog *prog, value_id a, enum value_op op)
{
  return prog->values.at[a].op == op;
}

/* ---- tables: what a value is for every assignment of the inputs ------------------------------ */

enum { ROWS = 1 << 11 };

struct tables {
  struct prog *prog;
  unsigned rows;
  VEC(uint64_t *) of; /* by value_id */
};

static uint64_t
input_of_row(const struct prog *prog, uint64_t index, unsigned row)
{
  for (uint64_t i = 0; i < index; i++)
    row >>= prog->inputs.at[i].width;
  return row & bits_mask(prog->inputs.at[index].width);
}

static uint64_t
compute_row(const struct tables *tables, const struct value *node, unsigned row)
{
  if (node->op == OP_INPUT)
    return input_of_row(tables->prog, node->imm, row);
  uint64_t a[3];
  for (unsigned i = 0; i < 3; i++)
    a[i] = tables->of.n > node->arg[i] ? tables->of.at[node->arg[i]][row] : 0;
  return value_compute(node->op, node->width, value_width(tables->prog, node->arg[0]),
                       value_width(tables->prog, node->arg[1]), a[0], a[1], a[2], node->imm);
}

/* Tables of the nodes made since the last call; also that they only use older ones. */
static void
tables_catch_up(struct tables *tables)
{
  for (size_t id = tables->of.n; id < tables->prog->values.n; id++) {
    const struct value *node = &tables->prog->values.at[id];
    uint64_t *table = mem_alloc(tables->rows * sizeof *table);
    for (unsigned i = 0; i < 3; i++)
      assert_true(node->arg[i] < id || node->arg[i] == 0);
    for (unsigned row = 0; row < tables->rows; row++)
      table[row] = compute_row(tables, node, row);
    vec_push(&tables->of, table);
  }
}

static void
tables_free(struct tables *tables)
{
  for (size_t i = 0; i < tables->of.n; i++)
    free(tables->of.at[i]);
  vec_free(&tables->of);
}

/* An expression as it was asked for: the node it became and what it must be. */
struct expression {
  value_id id;
  unsigned width;
  uint64_t *table;
};

struct pool {
  struct tables tables;
  VEC(struct expression) all;
};

static void
pool_add(struct pool *pool, value_id id, uint64_t *table)
{
  tables_catch_up(&pool->tables);
  assert_memory_equal(table, pool->tables.of.at[id], pool->tables.rows * sizeof *table);
  vec_push(&pool->all, ((struct expression){id, value_width(pool->tables.prog, id), table}));
}

static void
pool_add_leaf(struct pool *pool, value_id id)
{
  tables_catch_up(&pool->tables);
  uint64_t *table = mem_alloc(pool->tables.rows * sizeof *table);
  memcpy(table, pool->tables.of.at[id], pool->tables.rows * sizeof *table);
  pool_add(pool, id, table);
}

static void
pool_add_op(struct pool *pool, enum value_op op, unsigned width, const size_t arg[3], uint64_t imm)
{
  struct expression *a = &pool->all.at[arg[0]], *b = &pool->all.at[arg[1]],
                    *c = &pool->all.at[arg[2]];
  uint64_t *table = mem_alloc(pool->tables.rows * sizeof *table);
  for (unsigned row = 0; row < pool->tables.rows; row++)
    table[row] = value_compute(op, width, a->width, b->width, a->table[row], b->table[row],
                               c->table[row], imm);
  value_id id = value_op(pool->tables.prog, op, width, a->id, b->id, c->id, imm);
  assert_int_equal(value_width(pool->tables.prog, id), width);
  pool_add(pool, id, table);
}

/* Recent expressions are preferred, so that expressions grow deep. */
static size_t
pick(struct pool *pool, uint64_t *seed, unsigned width)
{
  for (unsigned tries = 0; tries < 200; tries++) {
    uint32_t n = (uint32_t)pool->all.n, recent = n > 12 && random_below(seed, 2) ? 12 : n;
    size_t i = n - 1 - random_below(seed, recent);
    if (!width || pool->all.at[i].width == width)
      return i;
  }
  for (size_t i = 0;; i++)
    if (pool->all.at[i].width == width)
      return i;
}

static void
pool_free(struct pool *pool)
{
  for (size_t i = 0; i < pool->all.n; i++)
    free(pool->all.at[i].table);
  vec_free(&pool->all);
  prog_free(pool->tables.prog);
  tables_free(&pool->tables);
}

/* ---- random expressions ---------------------------------------------------------------------- */

enum { WIDEST = 8 };

static void
grow_resize(struct pool *pool, uint64_t *seed, enum value_op op)
{
  size_t a = pick(pool, seed, 0);
  unsigned from = pool->all.at[a].width;
  unsigned low = op == OP_EXTRACT ? random_below(seed, from) : 0;
  unsigned width = op == OP_EXTRACT ? 1 + random_below(seed, from - low)
                                    : from + random_below(seed, WIDEST + 1 - from);
  pool_add_op(pool, op, width, (size_t[]){a, a, a}, low);
}

static void
grow(struct pool *pool, uint64_t *seed)
{
  enum value_op op = OP_NOT + random_below(seed, OP_SEXT - OP_NOT + 1);
  if (op == OP_EXTRACT || op == OP_ZEXT || op == OP_SEXT) {
    grow_resize(pool, seed, op);
    return;
  }
  size_t a = pick(pool, seed, op == OP_ITE ? 1 : 0);
  unsigned width = pool->all.at[a].width;
  size_t b = pick(pool, seed, op == OP_CONCAT || op == OP_ITE ? 0 : width);
  size_t c = op == OP_ITE ? pick(pool, seed, pool->all.at[b].width) : b;
  if (op == OP_CONCAT && width + pool->all.at[b].width > WIDEST)
    return;
  unsigned result = op == OP_EQ || op == OP_ULT || op == OP_SLT ? 1
                    : op == OP_ITE                              ? pool->all.at[b].width
                    : op == OP_CONCAT                           ? width + pool->all.at[b].width
                                                                : width;
  if (random_below(seed, 3) == 0 && op != OP_NOT && op != OP_ITE && op != OP_CONCAT) {
    value_id k =
      value_const(pool->tables.prog, width, random_below(seed, random_below(seed, 2) ? 256 : 9));
    pool_add_leaf(pool, k);
    *(random_below(seed, 3) ? &b : &a) = pool->all.n - 1;
  }
  pool_add_op(pool, op, result, (size_t[]){a, b, c}, 0);
}

static void
random_expressions_keep_their_meaning(void **state)
{
  (void)state;
  static const unsigned widths[] = {1, 1, 2, 3, 4};
  for (uint64_t seed = 1; seed <= 600; seed++) {
    uint64_t random = seed;
    struct pool pool = {.tables = {.prog = prog_new(), .rows = ROWS}};
    for (unsigned i = 0; i < 5; i++)
      input(pool.tables.prog, widths[i]);
    for (value_id id = 0; id < 7; id++) {
      tables_catch_up(&pool.tables);
      pool_add_leaf(&pool, id);
    }
    for (unsigned width = 1; width <= WIDEST; width++)
      pool_add_leaf(&pool, value_const(pool.tables.prog, width, random_below(&random, 256)));
    for (unsigned i = 0; i < 120; i++)
      grow(&pool, &random);
    pool_free(&pool);
  }
}

/* Every shift by a constant, and every shift and every piece of it; the same for extensions. */
static void
shifts_and_pieces_keep_their_meaning(void **state)
{
  (void)state;
  struct pool pool = {.tables = {.prog = prog_new(), .rows = 32}};
  struct prog *prog = pool.tables.prog;
  pool_add_leaf(&pool, input(prog, 5));
  for (uint64_t k = 0; k < 8; k++)
    pool_add_leaf(&pool, number(prog, 5, k));
  size_t first = pool.all.n;
  for (enum value_op op = OP_SHL; op <= OP_ASHR; op++)
    for (size_t k = 1; k <= 8; k++)
      pool_add_op(&pool, op, 5, (size_t[]){0, k, 0}, 0);
  for (size_t shifted = first, end = pool.all.n; shifted < end; shifted++) {
    for (enum value_op op = OP_SHL; op <= OP_ASHR; op++)
      for (size_t k = 1; k <= 8; k++)
        pool_add_op(&pool, op, 5, (size_t[]){shifted, k, 0}, 0);
    for (unsigned low = 0; low < 5; low++)
      for (unsigned width = 1; low + width <= 5; width++)
        pool_add_op(&pool, OP_EXTRACT, width, (size_t[]){shifted, 0, 0}, low);
  }
  for (enum value_op op = OP_ZEXT; op <= OP_SEXT; op++) {
    pool_add_op(&pool, op, 8, (size_t[]){0, 0, 0}, 0);
    size_t wide = pool.all.n - 1;
    for (unsigned low = 0; low < 8; low++)
      for (unsigned width = 1; low + width <= 8; width++)
        pool_add_op(&pool, OP_EXTRACT, width, (size_t[]){wide, 0, 0}, low);
  }
  pool_free(&pool);
}

/* Every comparison of an extended value, a sum or a shift with every constant. */
static void
comparisons_keep_their_meaning(void **state)
{
  (void)state;
  struct pool pool = {.tables = {.prog = prog_new(), .rows = 8}};
  struct prog *prog = pool.tables.prog;
  pool_add_leaf(&pool, input(prog, 3));
  for (uint64_t k = 0; k < 32; k++)
    pool_add_leaf(&pool, number(prog, 5, k));
  size_t first = pool.all.n;
  pool_add_op(&pool, OP_ZEXT, 5, (size_t[]){0, 0, 0}, 0);
  pool_add_op(&pool, OP_SEXT, 5, (size_t[]){0, 0, 0}, 0);
  for (enum value_op op = OP_AND; op <= OP_ASHR; op++)
    for (size_t k = 1; k <= 32; k++)
      for (size_t extended = first; extended < first + 2; extended++) {
        pool_add_op(&pool, op, 5, (size_t[]){extended, k, 0}, 0);
        pool_add_op(&pool, op, 5, (size_t[]){k, extended, 0}, 0);
      }
  for (size_t a = first, end = pool.all.n; a < end; a++)
    for (size_t k = 1; k <= 32; k++)
      for (enum value_op op = OP_EQ; op <= OP_SLT; op++) {
        pool_add_op(&pool, op, 1, (size_t[]){a, k, 0}, 0);
        pool_add_op(&pool, op, 1, (size_t[]){k, a, 0}, 0);
      }
  pool_free(&pool);
}

/* Deep Boolean structure over five inputs: 32 assignments, one bit each. */
static void
random_booleans_keep_their_meaning(void **state)
{
  (void)state;
  static const enum value_op ops[] = {OP_NOT, OP_AND, OP_AND, OP_AND, OP_OR, OP_OR,
                                      OP_OR,  OP_ITE, OP_XOR, OP_EQ,  OP_ULT};
  for (uint64_t seed = 1; seed <= 20000; seed++) {
    uint64_t random = seed;
    struct pool pool = {.tables = {.prog = prog_new(), .rows = 32}};
    for (unsigned i = 0; i < 5; i++)
      input(pool.tables.prog, 1);
    for (value_id id = 2; id < 7; id++)
      pool_add_leaf(&pool, id);
    for (unsigned i = 0; i < 70; i++) {
      enum value_op op = ops[random_below(&random, sizeof ops / sizeof *ops)];
      size_t a = pick(&pool, &random, 1), b = pick(&pool, &random, 1), c = pick(&pool, &random, 1);
      pool_add_op(&pool, op, 1, (size_t[]){a, b, c}, 0);
    }
    pool_free(&pool);
  }
}

/* ---- meaning --------------------------------------------------------------------------------- */

static void
corner_cases_of_compute(void **state)
{
  (void)state;
#define C(op, width, a, b) value_compute(OP_##op, width, width, width, a, b, 0, 0)
  assert_int_equal(C(UDIV, 8, 7, 0), 0xff);
  assert_int_equal(C(SDIV, 8, 7, 0), 0xff);
  assert_int_equal(C(SDIV, 8, 0xf9, 0), 1);
  assert_int_equal(C(SDIV, 8, 0x80, 0xff), 0x80);
  assert_int_equal(C(SDIV, 8, 0xf9, 2), 0xfd); /* -7 / 2 = -3 */
  assert_int_equal(C(SREM, 8, 0xf9, 2), 0xff); /* -7 % 2 = -1 */
  assert_int_equal(C(SREM, 8, 7, 0xfe), 1);
  assert_int_equal(C(SREM, 8, 0x80, 0xff), 0);
  assert_int_equal(C(UREM, 8, 7, 0), 7);
  assert_int_equal(C(SREM, 8, 0xf9, 0), 0xf9);
  assert_int_equal(C(SHL, 8, 1, 8), 0);
  assert_int_equal(C(SHL, 64, 1, 64), 0);
  assert_int_equal(C(LSHR, 64, UINT64_MAX, 63), 1);
  assert_int_equal(C(ASHR, 8, 0x80, 200), 0xff);
  assert_int_equal(C(ASHR, 8, 0x40, 200), 0);
  assert_true(C(ASHR, 64, UINT64_C(1) << 63, 3) == UINT64_C(0xf) << 60);
  assert_int_equal(C(ASHR, 8, 0x84, 1), 0xc2);
  assert_true(C(SDIV, 64, UINT64_C(1) << 63, UINT64_MAX) == UINT64_C(1) << 63);
#undef C
  assert_int_equal(value_compute(OP_SLT, 1, 8, 8, 0x80, 0x7f, 0, 0), 1);
  assert_int_equal(value_compute(OP_ULT, 1, 8, 8, 0x80, 0x7f, 0, 0), 0);
  assert_int_equal(value_compute(OP_CONCAT, 12, 8, 4, 0xab, 0xc, 0, 0), 0xabc);
  assert_int_equal(value_compute(OP_EXTRACT, 4, 12, 0, 0xabc, 0, 0, 4), 0xb);
  assert_int_equal(value_compute(OP_SEXT, 16, 8, 0, 0x80, 0, 0, 0), 0xff80);
  assert_true(bits_mask(64) == UINT64_MAX);
  assert_true(bits_signed(UINT64_C(1) << 63, 64) == INT64_MIN);
  assert_int_equal(bits_signed(0x8, 4), -8);
}

static void
equal_nodes_are_one(void **state)
{
  (void)state;
  struct prog *prog = prog_new();
  value_id x = input(prog, 8), y = input(prog, 8), a = input(prog, 1), b = input(prog, 1);
  assert_int_equal(value_const(prog, 1, 0), VALUE_FALSE);
  assert_int_equal(value_const(prog, 1, 3), VALUE_TRUE);
  assert_int_equal(op2(prog, OP_ADD, x, y), op2(prog, OP_ADD, y, x));
  assert_int_equal(value_and(prog, a, b), value_and(prog, b, a));
  assert_int_not_equal(op2(prog, OP_SUB, x, y), op2(prog, OP_SUB, y, x));
  assert_int_equal(value_loaded(prog, 8, 3), value_loaded(prog, 8, 3));
  assert_int_not_equal(value_loaded(prog, 8, 3), value_loaded(prog, 8, 4));
  assert_int_not_equal(input(prog, 8), input(prog, 8));
  prog_free(prog);
}

/* ---- guards ---------------------------------------------------------------------------------- */

struct conditions {
  struct prog *prog;
  value_id g, c[6], no[6];
};

static struct conditions
conditions_new(bool guarded)
{
  struct conditions s = {.prog = prog_new(), .g = VALUE_TRUE};
  if (guarded)
    s.g = value_and(s.prog, input(s.prog, 1), input(s.prog, 1));
  for (unsigned i = 0; i < 6; i++) {
    s.c[i] = input(s.prog, 1);
    s.no[i] = value_not(s.prog, s.c[i]);
  }
  return s;
}

static void
conjunctions_absorb(void **state)
{
  (void)state;
  struct conditions s = conditions_new(true);
  struct prog *p = s.prog;
  value_id gc = value_and(p, s.g, s.c[0]), gcd = value_and(p, gc, s.c[1]);
  assert_true(is_op(p, gcd, OP_AND) && p->values.at[gcd].arg[0] == gc);
  assert_int_equal(value_and(p, gcd, s.c[0]), gcd);
  assert_int_equal(value_and(p, s.c[0], gcd), value_and(p, s.c[0], value_and(p, s.g, s.c[1])));
  assert_int_equal(value_and(p, gcd, gc), gcd);
  assert_int_equal(value_and(p, gcd, s.g), gcd);
  assert_int_equal(value_and(p, gcd, s.no[0]), VALUE_FALSE);
  assert_int_equal(value_and(p, s.no[0], gcd), VALUE_FALSE);
  assert_int_equal(value_and(p, s.c[0], s.no[0]), VALUE_FALSE);
  assert_int_equal(value_and(p, s.g, value_not(p, gc)), value_and(p, s.g, s.no[0]));
  assert_int_equal(value_and(p, gcd, value_not(p, gc)), VALUE_FALSE);
  assert_int_equal(value_and(p, value_and(p, s.g, s.no[0]), value_not(p, gcd)),
                   value_and(p, s.g, s.no[0]));
  assert_int_equal(value_and(p, gc, value_and(p, s.g, s.c[1])), gcd);
  prog_free(p);
}

/* Joins the edges in the order of the permutation with this number. */
static value_id
join_edges(struct prog *prog, const value_id *edges, unsigned n, unsigned permutation)
{
  value_id left[8], all = VALUE_FALSE;
  memcpy(left, edges, n * sizeof *edges);
  for (; n; n--) {
    unsigned i = permutation % n;
    permutation /= n;
    all = value_or(prog, all, left[i]);
    left[i] = left[n - 1];
  }
  return all;
}

static unsigned
factorial(unsigned n)
{
  return n ? n * factorial(n - 1) : 1;
}

static void
assert_joins_to(struct prog *prog, const value_id *edges, unsigned n, value_id guard)
{
  for (unsigned i = 0; i < factorial(n); i++)
    assert_int_equal(join_edges(prog, edges, n, i), guard);
}

/* if (c0) ... else if (c1) ... else: n conditions, n + 1 edges. */
static void
else_if_chains_join_to_their_guard(void **state)
{
  (void)state;
  for (unsigned guarded = 0; guarded < 2; guarded++)
    for (unsigned n = 1; n <= 4; n++) {
      struct conditions s = conditions_new(guarded);
      value_id edges[8], g = s.g;
      for (unsigned i = 0; i < n; i++) {
        edges[i] = value_and(s.prog, g, s.c[i]);
        g = value_and(s.prog, g, s.no[i]);
      }
      edges[n] = g;
      assert_joins_to(s.prog, edges, n + 1, s.g);
      prog_free(s.prog);
    }
}

/* A tree of branches, three deep; inner joins first, then any order of all eight. */
static value_id
branch(struct conditions *s, value_id g, unsigned depth, value_id *leaves, unsigned *n)
{
  if (depth == 3) {
    leaves[(*n)++] = g;
    return g;
  }
  value_id yes = branch(s, value_and(s->prog, g, s->c[depth]), depth + 1, leaves, n);
  value_id no = branch(s, value_and(s->prog, g, s->no[depth]), depth + 1, leaves, n);
  value_id joined = value_or(s->prog, no, yes);
  assert_int_equal(joined, g);
  return joined;
}

static void
nested_branches_join_to_their_guard(void **state)
{
  (void)state;
  for (unsigned guarded = 0; guarded < 2; guarded++) {
    struct conditions s = conditions_new(guarded);
    value_id leaves[8];
    unsigned n = 0;
    assert_int_equal(branch(&s, s.g, 0, leaves, &n), s.g);
    assert_int_equal(n, 8);
    prog_free(s.prog);
  }
}

/* if (c0) { if (c1) return; } if (c2) return; if (c3 && c4) return; ... */
static void
early_exits_join_to_their_guard(void **state)
{
  (void)state;
  for (unsigned guarded = 0; guarded < 2; guarded++) {
    struct conditions s = conditions_new(guarded);
    struct prog *p = s.prog;
    value_id edges[4];
    value_id in = value_and(p, s.g, s.c[0]);
    edges[0] = value_and(p, in, s.c[1]);
    value_id on = value_or(p, value_and(p, in, s.no[1]), value_and(p, s.g, s.no[0]));
    assert_int_equal(on, value_and(p, s.g, value_not(p, value_and(p, s.c[0], s.c[1]))));
    edges[1] = value_and(p, on, s.c[2]);
    on = value_and(p, on, s.no[2]);
    value_id both = value_and(p, s.c[3], s.c[4]);
    edges[2] = value_and(p, on, both);
    edges[3] = value_and(p, on, value_not(p, both));
    assert_joins_to(p, edges, 4, s.g);
    prog_free(p);
  }
}

/* A loop left by break: the exits are joined one after the other. */
static void
loop_exits_join_to_their_guard(void **state)
{
  (void)state;
  struct prog *p = prog_new();
  value_id start = value_and(p, input(p, 1), input(p, 1)), g = start, left = VALUE_FALSE;
  for (unsigned i = 0; i < 40; i++) {
    value_id c = input(p, 1);
    left = value_or(p, left, value_and(p, g, c));
    g = value_and(p, g, value_not(p, c));
  }
  assert_int_equal(value_or(p, left, g), start);
  assert_int_equal(value_or(p, g, left), start);
  assert_in_range(p->values.n, 0, 40 * 10);
  prog_free(p);
}

/* Guards that are longer than the conjuncts looked at are still handled from their end. */
static void
long_guards_join(void **state)
{
  (void)state;
  struct prog *p = prog_new();
  value_id g = VALUE_TRUE;
  for (unsigned i = 0; i < 300; i++)
    g = value_and(p, g, input(p, 1));
  value_id c = input(p, 1);
  value_id yes = value_and(p, g, c), no = value_and(p, g, value_not(p, c));
  assert_int_equal(value_or(p, yes, no), g);
  assert_int_equal(value_and(p, yes, no), VALUE_FALSE);
  assert_int_equal(value_or(p, g, yes), g);
  prog_free(p);
}

/* ---- single folds ---------------------------------------------------------------------------- */

static void
choices_fold(void **state)
{
  (void)state;
  struct prog *p = prog_new();
  value_id c = input(p, 1), d = input(p, 1), x = input(p, 32), y = input(p, 32), z = input(p, 32);
  value_id no = value_not(p, c);
  assert_int_equal(value_ite(p, c, x, x), x);
  assert_int_equal(value_ite(p, no, x, y), value_ite(p, c, y, x));
  assert_int_equal(value_ite(p, c, value_ite(p, c, x, z), y), value_ite(p, c, x, y));
  assert_int_equal(value_ite(p, c, x, value_ite(p, c, z, y)), value_ite(p, c, x, y));
  assert_int_equal(value_ite(p, c, x, value_ite(p, no, y, z)), value_ite(p, c, x, y));
  assert_int_equal(value_ite(p, value_and(p, c, d), value_ite(p, d, x, z), y),
                   value_ite(p, value_and(p, c, d), x, y));
  assert_int_equal(value_ite(p, c, x, value_ite(p, d, x, y)),
                   value_ite(p, value_or(p, c, d), x, y));
  assert_int_equal(value_ite(p, c, VALUE_TRUE, VALUE_FALSE), c);
  assert_int_equal(value_ite(p, c, d, VALUE_FALSE), value_and(p, c, d));
  assert_int_equal(value_ite(p, c, VALUE_TRUE, d), value_or(p, c, d));
  assert_int_equal(value_ite(p, c, number(p, 32, 1), number(p, 32, 0)),
                   value_resize(p, c, 32, false));
  value_id k =
    value_ite(p, c, number(p, 32, 5), value_ite(p, d, number(p, 32, 7), number(p, 32, 5)));
  assert_int_equal(value_eq(p, k, number(p, 32, 7)), value_and(p, no, d));
  assert_int_equal(value_eq(p, k, number(p, 32, 6)), VALUE_FALSE);
  value_id k_plus = op2(p, OP_ADD, k, number(p, 32, 1));
  assert_int_equal(value_eq(p, k_plus, number(p, 32, 8)), value_and(p, no, d));
  assert_int_equal(op2(p, OP_SLT, k, number(p, 32, 9)), VALUE_TRUE);
  prog_free(p);
}

static void
comparisons_fold(void **state)
{
  (void)state;
  struct prog *p = prog_new();
  value_id b = input(p, 1), x = input(p, 8), y = input(p, 8);
  value_id wide = value_resize(p, x, 32, false), swide = value_resize(p, x, 32, true);
  value_id zero = number(p, 32, 0);
  assert_int_equal(value_eq(p, value_resize(p, b, 32, false), zero), value_not(p, b));
  assert_int_equal(value_not(p, value_eq(p, value_resize(p, b, 32, false), zero)), b);
  assert_int_equal(value_eq(p, b, VALUE_TRUE), b);
  assert_int_equal(value_eq(p, b, VALUE_FALSE), value_not(p, b));
  assert_int_equal(value_eq(p, wide, number(p, 32, 300)), VALUE_FALSE);
  assert_int_equal(value_eq(p, wide, number(p, 32, 30)), value_eq(p, x, number(p, 8, 30)));
  assert_int_equal(value_eq(p, swide, number(p, 32, 0xfffffff0)),
                   value_eq(p, x, number(p, 8, 0xf0)));
  assert_int_equal(value_eq(p, op2(p, OP_ADD, x, number(p, 8, 3)), number(p, 8, 1)),
                   value_eq(p, x, number(p, 8, 0xfe)));
  assert_int_equal(value_eq(p, op2(p, OP_SUB, x, number(p, 8, 3)), number(p, 8, 1)),
                   value_eq(p, x, number(p, 8, 4)));
  assert_int_equal(value_eq(p, value_concat(p, x, y), number(p, 16, 0x0102)),
                   value_and(p, value_eq(p, x, number(p, 8, 1)), value_eq(p, y, number(p, 8, 2))));
  assert_int_equal(value_eq(p, x, x), VALUE_TRUE);
  assert_int_equal(value_eq(p, op2(p, OP_ADD, x, number(p, 8, 3)), x), VALUE_FALSE);
  assert_int_equal(op2(p, OP_ULT, x, number(p, 8, 0)), VALUE_FALSE);
  assert_int_equal(op2(p, OP_ULT, x, number(p, 8, 1)), value_eq(p, x, number(p, 8, 0)));
  assert_int_equal(op2(p, OP_ULT, wide, number(p, 32, 256)), VALUE_TRUE);
  assert_int_equal(op2(p, OP_SLT, wide, zero), VALUE_FALSE);
  assert_int_equal(op2(p, OP_SLT, swide, number(p, 32, 128)), VALUE_TRUE);
  assert_int_equal(op2(p, OP_SLT, number(p, 32, 0xffffff00), swide), VALUE_TRUE);
  assert_int_equal(op2(p, OP_SLT, wide, number(p, 32, 9)), op2(p, OP_ULT, x, number(p, 8, 9)));
  prog_free(p);
}

static void
pieces_fold(void **state)
{
  (void)state;
  struct prog *p = prog_new();
  value_id x = input(p, 32), y = input(p, 8);
  value_id bytes[4];
  for (unsigned i = 0; i < 4; i++)
    bytes[i] = value_extract(p, x, 8 * i, 8);
  value_id low = value_concat(p, bytes[1], bytes[0]), high = value_concat(p, bytes[3], bytes[2]);
  assert_int_equal(value_concat(p, high, low), x);
  assert_int_equal(value_concat(p, bytes[3], value_concat(p, bytes[2], low)), x);
  assert_int_equal(value_concat(p, value_concat(p, high, bytes[1]), bytes[0]), x);
  assert_int_equal(value_concat(p, number(p, 24, 0), y), value_resize(p, y, 32, false));
  value_id wide = value_resize(p, y, 32, true), again = value_extract(p, wide, 0, 8);
  assert_int_equal(again, y);
  for (unsigned i = 1; i < 4; i++)
    again = value_concat(p, value_extract(p, wide, 8 * i, 8), again);
  assert_int_equal(again, wide);
  assert_int_equal(value_extract(p, value_resize(p, y, 32, false), 8, 8), number(p, 8, 0));
  assert_int_equal(value_extract(p, op2(p, OP_ADD, wide, number(p, 32, 1)), 0, 8),
                   op2(p, OP_ADD, y, number(p, 8, 1)));
  assert_int_equal(op2(p, OP_AND, x, number(p, 32, 0xff)), value_resize(p, bytes[0], 32, false));
  assert_int_equal(value_resize(p, value_resize(p, y, 16, true), 32, true), wide);
  assert_int_equal(value_extract(p, op2(p, OP_LSHR, x, number(p, 32, 8)), 0, 8), bytes[1]);
  prog_free(p);
}

static void
arithmetic_folds(void **state)
{
  (void)state;
  struct prog *p = prog_new();
  value_id x = input(p, 16), y = input(p, 16);
  value_id zero = number(p, 16, 0), one = number(p, 16, 1), eight = number(p, 16, 8);
  assert_int_equal(op2(p, OP_SUB, op2(p, OP_ADD, x, eight), eight), x);
  assert_int_equal(op2(p, OP_SUB, op2(p, OP_ADD, x, eight), x), eight);
  assert_int_equal(op2(p, OP_SUB, x, x), zero);
  assert_int_equal(op2(p, OP_MUL, x, zero), zero);
  assert_int_equal(op2(p, OP_MUL, one, x), x);
  assert_int_equal(op2(p, OP_MUL, x, eight), op2(p, OP_SHL, x, number(p, 16, 3)));
  assert_int_equal(op2(p, OP_UDIV, x, eight), op2(p, OP_LSHR, x, number(p, 16, 3)));
  assert_int_equal(op2(p, OP_UREM, x, eight),
                   value_resize(p, value_extract(p, x, 0, 3), 16, false));
  assert_int_equal(op2(p, OP_SHL, x, zero), x);
  assert_int_equal(op2(p, OP_AND, x, x), x);
  assert_int_equal(op2(p, OP_AND, x, value_not(p, x)), zero);
  assert_int_equal(op2(p, OP_OR, x, zero), x);
  assert_int_equal(op2(p, OP_XOR, x, number(p, 16, 0xffff)), value_not(p, x));
  assert_int_equal(op2(p, OP_XOR, op2(p, OP_XOR, x, eight), eight), x);
  assert_int_equal(value_not(p, value_not(p, y)), y);
  prog_free(p);
}

/* Rules must not follow a long row of operations to its end. */
static void
long_rows_do_not_overflow_the_stack(void **state)
{
  (void)state;
  struct prog *p = prog_new();
  value_id x = input(p, 32), y = x;
  for (unsigned i = 0; i < 300000; i++) {
    x = op2(p, OP_XOR, op2(p, OP_ADD, x, number(p, 32, 3)), number(p, 32, 5));
    y = op2(p, OP_OR, op2(p, OP_AND, y, number(p, 32, 0xf00ff00f)), number(p, 32, 0x10));
    y = op2(p, OP_XOR, y, number(p, 32, 0x11));
  }
  assert_int_equal(value_width(p, value_eq(p, x, number(p, 32, 9))), 1);
  assert_int_equal(value_width(p, value_extract(p, y, 4, 8)), 8);
  prog_free(p);
}

/* An input that gets fewer bits is written in another way then; what is written like that is it. */
static void
narrowed_inputs_are_found_again(void **state)
{
  (void)state;
  struct prog *p = prog_new();
  value_id wide = value_input_to_narrow(p, (struct input){.kind = INPUT_NONDET, .width = 32});
  value_id sum = op2(p, OP_ADD, wide, number(p, 32, 1));
  assert_int_equal(op2(p, OP_ADD, wide, number(p, 32, 1)), sum);
  value_narrow(p, wide, 2);
  assert_int_equal(value_resize(p, wide - 1, 32, false), wide);
  assert_int_equal(op2(p, OP_ADD, wide, number(p, 32, 1)), sum);
  prog_free(p);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(corner_cases_of_compute),
    cmocka_unit_test(equal_nodes_are_one),
    cmocka_unit_test(random_expressions_keep_their_meaning),
    cmocka_unit_test(random_booleans_keep_their_meaning),
    cmocka_unit_test(shifts_and_pieces_keep_their_meaning),
    cmocka_unit_test(comparisons_keep_their_meaning),
    cmocka_unit_test(conjunctions_absorb),
    cmocka_unit_test(else_if_chains_join_to_their_guard),
    cmocka_unit_test(nested_branches_join_to_their_guard),
    cmocka_unit_test(early_exits_join_to_their_guard),
    cmocka_unit_test(loop_exits_join_to_their_guard),
    cmocka_unit_test(long_guards_join),
    cmocka_unit_test(long_rows_do_not_overflow_the_stack),
    cmocka_unit_test(narrowed_inputs_are_found_again),
    cmocka_unit_test(choices_fold),
    cmocka_unit_test(comparisons_fold),
    cmocka_unit_test(pieces_fold),
    cmocka_unit_test(arithmetic_folds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
