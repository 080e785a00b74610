/* Random small progs that obey every rule of prog_check, for comparing two parts of heddle with
 * each other.
 *
 * All progs are well defined: every address is one of the access's targets, and the result of a
 * guarded load is used only where its guard holds. Memory is two bytes (one of them may belong to a
 * model), a piece of four bytes that accesses of one and two bytes share at odd offsets too, and a
 * pointer to any of them; some accesses are atomic. Threads form a tree; a created thread uses what
 * its parent had computed by then. */
#ifndef HEDDLE_TEST_RANDOM_PROG_H
#define HEDDLE_TEST_RANDOM_PROG_H

#include "interp/interp.h"
#include "tiny.h"

struct dice {
  uint64_t seed;
};

static inline uint32_t
roll(struct dice *dice, uint32_t sides)
{
  dice->seed = hash_mix(dice->seed, 1);
  return (uint32_t)(dice->seed >> 20) % sides;
}

static inline bool
chance(struct dice *dice, uint32_t one_in)
{
  return roll(dice, one_in) == 0;
}

struct random_shape {
  uint32_t threads; /* at most, at least 2 and at most RANDOM_THREADS */
  uint32_t units;   /* per thread at most: an event, or a section of up to four */
  bool wide;        /* inputs of up to 16 bits, some of them garbage; not for exploring */
  bool rare_asserts;
  bool rare_stops; /* few conditions to get stuck at */
  bool weak;       /* any memory model */
  bool adds;       /* many additions to memory whose result is not looked at */
};

enum { RANDOM_THREADS = 5, RANDOM_POOL = 24 };

/* What a thread has to compute with. */
struct random_pool {
  value_id numbers[RANDOM_POOL], pointers[RANDOM_POOL];
  uint32_t n_numbers, n_pointers;
};

struct random_maker {
  struct tiny tiny;
  struct dice *dice;
  struct random_shape shape;
  object_id byte[2], mixed, pointer;
  struct target pointees[4];
  uint32_t threads;
  thread_id thread, parent[RANDOM_THREADS];
  struct random_pool pool, at_start[RANDOM_THREADS];
  uint32_t section; /* the one at hand, or 0 */
  bool locked;      /* it is done with a lock */
};

/* ---- values --------------------------------------------------------------- */

static inline void
random_keep(struct random_pool *pool, value_id number)
{
  if (pool->n_numbers < RANDOM_POOL)
    pool->numbers[pool->n_numbers++] = number;
}

static inline value_id
random_leaf(struct random_maker *m, unsigned width)
{
  struct prog *prog = m->tiny.prog;
  if (chance(m->dice, 4))
    return value_const(prog, width, roll(m->dice, 4));
  /* Rather something new: what was loaded is worth looking at. */
  uint32_t n = m->pool.n_numbers, newest = n > 3 ? 3 : n;
  uint32_t index = chance(m->dice, 3) ? roll(m->dice, n) : n - 1 - roll(m->dice, newest);
  return value_resize(prog, m->pool.numbers[index], width, chance(m->dice, 2));
}

static inline value_id
random_condition(struct random_maker *m)
{
  static const enum value_op comparisons[] = {OP_EQ, OP_EQ, OP_ULT, OP_SLT};
  struct prog *prog = m->tiny.prog;
  unsigned width = chance(m->dice, 4) ? 16 : 8;
  value_id a = random_leaf(m, width);
  value_id b =
    chance(m->dice, 3) ? random_leaf(m, width) : value_const(prog, width, roll(m->dice, 3));
  value_id is = value_op(prog, comparisons[roll(m->dice, 4)], 1, a, b, 0, 0);
  return chance(m->dice, 2) ? is : value_not(prog, is);
}

static inline value_id
random_number(struct random_maker *m, unsigned width)
{
  static const enum value_op common[] = {OP_ADD, OP_SUB, OP_XOR, OP_AND};
  struct prog *prog = m->tiny.prog;
  value_id a = random_leaf(m, width);
  switch (roll(m->dice, 8)) {
  case 0:
  case 1:
    return tiny_plus(&m->tiny, a, 1);
  case 2:
    return value_op(prog, common[roll(m->dice, 4)], width, a, random_leaf(m, width), 0, 0);
  case 3:
    return value_ite(prog, random_condition(m), a, random_leaf(m, width));
  case 4: /* any operation of two words */
    return value_op(prog, (enum value_op)(OP_AND + roll(m->dice, OP_ASHR - OP_AND + 1)), width, a,
                    random_leaf(m, width), 0, 0);
  case 5: /* parts put together the other way round */
    return value_concat(prog, value_extract(prog, a, 0, 3), value_extract(prog, a, 3, width - 3));
  default:
    return a;
  }
}

static inline value_id
random_pointer(struct random_maker *m)
{
  value_id a = m->pool.pointers[roll(m->dice, m->pool.n_pointers)];
  value_id b = m->pool.pointers[roll(m->dice, m->pool.n_pointers)];
  return chance(m->dice, 2) ? a : value_ite(m->tiny.prog, random_condition(m), a, b);
}

/* ---- accesses ------------------------------------------------------------- */

static inline event_id
random_event(struct random_maker *m, struct event event)
{
  event_id id = tiny_add(&m->tiny, event);
  m->tiny.prog->events.at[id].section = m->section;
  m->tiny.prog->events.at[id].locked =
    m->section && m->locked && (event.kind == EVENT_LOAD || event.kind == EVENT_STORE);
  return id;
}

/* A load or a store, as the value says: UINT32_MAX to load. The result can be used anywhere. */
static inline value_id
random_access(struct random_maker *m, value_id addr, const struct target *targets, uint32_t n,
              uint32_t bytes, value_id value, value_id otherwise)
{
  struct prog *prog = m->tiny.prog;
  struct event event = {.kind = EVENT_STORE, .addr = addr, .value = value, .bytes = bytes};
  if (chance(m->dice, 4))
    event.order = ORDER_SEQ_CST;
  event.first_target = (uint32_t)prog->targets.n;
  event.n_targets = n;
  for (uint32_t i = 0; i < n; i++)
    vec_push(&prog->targets, targets[i]);
  if (value == UINT32_MAX) {
    event.kind = EVENT_LOAD;
    event.value = value_loaded(prog, 8 * bytes, (event_id)prog->events.n);
  }
  random_event(m, event);
  return event.kind == EVENT_LOAD ? value_ite(prog, m->tiny.guard, event.value, otherwise) : value;
}

/* A number goes to or comes from this address. */
static inline void
random_move(struct random_maker *m, value_id addr, const struct target *targets, uint32_t n,
            uint32_t bytes, bool store)
{
  value_id zero = tiny_const(&m->tiny, bytes, 0);
  value_id value = store ? random_number(m, 8 * bytes) : UINT32_MAX;
  value_id result = random_access(m, addr, targets, n, bytes, value, zero);
  if (!store)
    random_keep(&m->pool, result);
}

static inline void
random_fixed(struct random_maker *m, bool store)
{
  struct target target = {m->byte[roll(m->dice, 2)], 0};
  uint32_t bytes = 1;
  if (chance(m->dice, 3)) {
    bytes = 1 + roll(m->dice, 2);
    target = (struct target){m->mixed, roll(m->dice, 5 - bytes)};
  }
  random_move(m, tiny_addr(&m->tiny, target.object, target.offset), &target, 1, bytes, store);
}

static inline void
random_indexed(struct random_maker *m, bool store)
{
  struct prog *prog = m->tiny.prog;
  struct target targets[4];
  uint32_t n = chance(m->dice, 2) ? 2 : 4, bytes = n == 2 ? 2 : 1;
  for (uint32_t i = 0; i < n; i++)
    targets[i] = (struct target){m->mixed, bytes * i};
  value_id index =
    value_op(prog, OP_AND, 64, random_leaf(m, 64), value_const(prog, 64, n - 1), 0, 0);
  value_id offset = value_op(prog, OP_MUL, 64, index, value_const(prog, 64, bytes), 0, 0);
  value_id addr = value_op(prog, OP_ADD, 64, tiny_addr(&m->tiny, m->mixed, 0), offset, 0, 0);
  random_move(m, addr, targets, n, bytes, store);
}

static inline void
random_pointed(struct random_maker *m, bool store)
{
  random_move(m, random_pointer(m), m->pointees, 4, 1, store);
}

/* The pointer itself. */
static inline void
random_link(struct random_maker *m, bool store)
{
  struct target target = {m->pointer, 0};
  value_id value = store ? random_pointer(m) : UINT32_MAX;
  value_id result =
    random_access(m, tiny_addr(&m->tiny, m->pointer, 0), &target, 1, 8, value, m->pool.pointers[0]);
  if (!store && m->pool.n_pointers < RANDOM_POOL)
    m->pool.pointers[m->pool.n_pointers++] = result;
}

static inline void
random_memory(struct random_maker *m)
{
  static void (*const accesses[])(struct random_maker *, bool) = {
    random_fixed, random_fixed, random_fixed, random_indexed, random_pointed, random_link};
  accesses[roll(m->dice, 6)](m, chance(m->dice, 2));
}

/* ---- threads -------------------------------------------------------------- */

static inline void
random_guard(struct random_maker *m)
{
  m->tiny.guard = chance(m->dice, 3) ? random_condition(m) : VALUE_TRUE;
}

static inline void
random_wait(struct random_maker *m, enum event_kind kind)
{
  if (m->shape.rare_stops && !chance(m->dice, 4))
    return;
  value_id owner = VALUE_FALSE;
  if (kind == EVENT_BLOCK && chance(m->dice, 2))
    owner = value_const(m->tiny.prog, 64, roll(m->dice, m->threads + 2));
  random_event(m, (struct event){.kind = kind, .addr = owner, .value = random_condition(m)});
}

/* Load, perhaps wait, and store the same byte; or any accesses. */
static inline void
random_section(struct random_maker *m)
{
  m->section = ++m->tiny.prog->sections;
  m->locked = !m->shape.weak || !chance(m->dice, 3);
  if (chance(m->dice, 2)) {
    struct target target = {m->byte[roll(m->dice, 2)], 0};
    value_id addr = tiny_addr(&m->tiny, target.object, 0);
    m->tiny.guard = VALUE_TRUE;
    value_id zero = tiny_const(&m->tiny, 1, 0);
    value_id old = random_access(m, addr, &target, 1, 1, UINT32_MAX, zero);
    if (chance(m->dice, 2))
      random_event(m, (struct event){.kind = chance(m->dice, 3) ? EVENT_ASSUME : EVENT_BLOCK,
                                     .value = tiny_is(&m->tiny, old, roll(m->dice, 2))});
    random_access(m, addr, &target, 1, 1, tiny_plus(&m->tiny, old, 1), zero);
    random_keep(&m->pool, old);
  }
  for (uint32_t n = 1 + roll(m->dice, 2); n > 0; n--) {
    random_guard(m);
    random_memory(m);
    if (chance(m->dice, 4))
      random_wait(m, chance(m->dice, 2) ? EVENT_BLOCK : EVENT_ASSUME);
  }
  m->section = 0;
}

/* Now and then somebody looks at the number after all. */
static inline void
random_addition(struct random_maker *m)
{
  struct prog *prog = m->tiny.prog;
  struct target target = {m->byte[roll(m->dice, 2)], 0};
  uint32_t bytes = chance(m->dice, 4) ? 2 : 1;
  if (bytes == 2 || chance(m->dice, 3))
    target = (struct target){m->mixed, roll(m->dice, 5 - bytes)};
  value_id addr = tiny_addr(&m->tiny, target.object, target.offset);
  value_id k = chance(m->dice, 4) ? random_number(m, 8 * bytes)
                                  : value_const(prog, 8 * bytes, 1 + roll(m->dice, 200));
  m->section = ++prog->sections;
  m->locked = true;
  random_access(m, addr, &target, 1, bytes, UINT32_MAX, tiny_const(&m->tiny, bytes, 0));
  value_id old = vec_last(&prog->events).value;
  enum value_op op = chance(m->dice, 3) ? OP_SUB : OP_ADD;
  random_access(m, addr, &target, 1, bytes, value_op(prog, op, 0, old, k, 0, 0), 0);
  if (chance(m->dice, 5))
    random_keep(&m->pool, value_ite(prog, m->tiny.guard, old, tiny_const(&m->tiny, bytes, 0)));
  m->section = 0;
}

static inline void
random_join(struct random_maker *m)
{
  thread_id other = roll(m->dice, m->threads);
  if (other == m->thread || (!other && !chance(m->dice, 4)))
    return;
  random_event(m, (struct event){.kind = EVENT_JOIN, .child = other});
}

static inline void
random_assert(struct random_maker *m)
{
  if (m->shape.rare_asserts && !chance(m->dice, 3))
    return;
  if (chance(m->dice, 2))
    random_fixed(m, false);
  value_id a = random_leaf(m, 8), b = random_leaf(m, 8);
  value_id twice = value_op(m->tiny.prog, OP_ADD, 8, a, a, 0, 0);
  value_id sum = value_op(m->tiny.prog, OP_ADD, 8, twice, b, 0, 0);
  value_id bad = tiny_is(&m->tiny, sum, 1 + roll(m->dice, 7));
  random_event(m, (struct event){.kind = EVENT_ASSERT, .value = value_not(m->tiny.prog, bad)});
}

static inline void
random_local(struct random_maker *m)
{
  uint32_t target = tiny_target(&m->tiny, m->byte[0], 0);
  random_event(m, (struct event){.kind = EVENT_LOCAL,
                                 .value = random_number(m, 8),
                                 .bytes = 1,
                                 .first_target = target,
                                 .n_targets = 1});
}

static inline void
random_unit(struct random_maker *m)
{
  random_guard(m);
  switch (roll(m->dice, 20)) {
  default:
    if (m->shape.adds && !chance(m->dice, 3))
      random_addition(m);
    else
      random_memory(m);
    break;
  case 0:
  case 1:
  case 2:
    random_section(m);
    break;
  case 3:
    random_wait(m, EVENT_ASSUME);
    break;
  case 4:
    random_wait(m, EVENT_BLOCK);
    break;
  case 5:
  case 6:
    random_join(m);
    break;
  case 7:
    m->tiny.guard = random_condition(m);
    if (!m->shape.rare_stops)
      random_event(m, (struct event){.kind = EVENT_CUT});
    break;
  case 8:
  case 9:
    random_local(m);
    break;
  case 10:
  case 11:
    random_assert(m);
    break;
  case 12:
    random_event(m, (struct event){.kind = EVENT_FENCE,
                                   .order = m->shape.weak && chance(m->dice, 2) ? ORDER_RELEASE
                                                                                : ORDER_SEQ_CST});
    break;
  }
}

/* main waits for its children and looks at what they have left behind. */
static inline void
random_last_look(struct random_maker *m)
{
  for (thread_id child = 1; child < m->threads; child++)
    if (!m->parent[child])
      random_event(m, (struct event){.kind = EVENT_JOIN, .child = child});
  random_fixed(m, false);
  random_assert(m);
}

/* Each child is created somewhere among the units. */
static inline void
random_create(struct random_maker *m, thread_id child)
{
  m->tiny.guard = chance(m->dice, 5) ? random_condition(m) : VALUE_TRUE;
  random_event(m, (struct event){.kind = EVENT_CREATE, .child = child});
  m->at_start[child] = m->pool;
}

static inline void
random_thread(struct random_maker *m, thread_id thread)
{
  m->thread = tiny_thread(&m->tiny);
  vec_last(&m->tiny.prog->threads).parent = m->parent[thread];
  m->pool = m->at_start[thread];
  uint32_t units = 1 + roll(m->dice, m->shape.units);
  for (thread_id child = thread + 1; child < m->threads; child++)
    if (m->parent[child] == thread) {
      for (; units > 1 && chance(m->dice, 2); units--)
        random_unit(m);
      random_create(m, child);
    }
  for (; units > 0; units--)
    random_unit(m);
  m->tiny.guard = VALUE_TRUE;
  if (chance(m->dice, 2))
    random_assert(m);
  if (!thread && chance(m->dice, 2))
    random_last_look(m);
}

/* ---- the whole ------------------------------------------------------------ */

static inline void
random_objects(struct random_maker *m)
{
  m->byte[0] = tiny_global(&m->tiny, 1);
  m->byte[1] = tiny_global(&m->tiny, 1);
  m->tiny.prog->objects.at[m->byte[1]].internal = chance(m->dice, 6);
  m->mixed = tiny_global(&m->tiny, 4);
  m->pointer = tiny_global(&m->tiny, 8);
  m->pointees[0] = (struct target){m->byte[0], 0};
  m->pointees[1] = (struct target){m->byte[1], 0};
  m->pointees[2] = (struct target){m->mixed, 1};
  m->pointees[3] = (struct target){m->mixed, 2};
}

static inline value_id
random_input(struct random_maker *m)
{
  static const uint8_t widths[] = {1, 2, 8, 16};
  struct input input = {.width = widths[roll(m->dice, m->shape.wide ? 4 : 2)], .name = "nondet"};
  if (m->shape.wide && chance(m->dice, 3))
    input.kind = INPUT_UNINITIALISED;
  return value_input(m->tiny.prog, input);
}

static inline void
random_inits(struct random_maker *m)
{
  struct prog *prog = m->tiny.prog;
  struct random_pool *pool = &m->at_start[0];
  for (uint32_t i = 0; i < 4; i++)
    pool->pointers[pool->n_pointers++] =
      tiny_addr(&m->tiny, m->pointees[i].object, m->pointees[i].offset);
  random_keep(pool, tiny_const(&m->tiny, 1, 1));
  random_keep(pool, tiny_const(&m->tiny, 2, 0x102));
  for (uint32_t i = roll(m->dice, 3); i > 0; i--)
    random_keep(pool, value_resize(prog, random_input(m), 8, false));
  m->pool = *pool;
  tiny_init(&m->tiny, m->pointer, 0, random_pointer(m));
  if (chance(m->dice, 3))
    tiny_init(&m->tiny, m->byte[0], 0, random_number(m, 8));
  if (chance(m->dice, 8)) /* garbage */
    tiny_init(&m->tiny, m->byte[1], 0,
              value_input(prog, (struct input){INPUT_UNINITIALISED, 8, "x", 0}));
  if (chance(m->dice, 3))
    tiny_init(&m->tiny, m->mixed, roll(m->dice, 3), random_number(m, 16));
}

/* To be freed with tiny_free. Its own labels say nothing: use labels_find. */
static inline struct tiny
random_prog(struct dice *dice, struct random_shape shape)
{
  struct random_maker m = {.tiny = tiny_new(), .dice = dice, .shape = shape};
  random_objects(&m);
  random_inits(&m);
  vec_push(&m.tiny.prog->loops, ((struct loop){.function = "f", .bound = 1}));
  m.threads = 2 + roll(dice, shape.threads - 1);
  for (thread_id child = 1; child < m.threads; child++)
    m.parent[child] = chance(dice, 3) ? roll(dice, child) : 0;
  for (thread_id thread = 0; thread < m.threads; thread++)
    random_thread(&m, thread);
  if (shape.weak)
    m.tiny.prog->memory = (enum memory_model)roll(dice, MEMORY_PSO + 1);
  tiny_done(&m.tiny);
  return m.tiny;
}

/* ---- litmus tests ------------------------------------------------------------ */

enum { LITMUS_THREADS = 3, LITMUS_UNITS = 3 };

enum litmus_unit { LITMUS_FENCE, LITMUS_EXCHANGE, LITMUS_IF, LITMUS_STORE, LITMUS_LOAD };

static inline bool
random_litmus_loads(enum litmus_unit unit)
{
  return unit == LITMUS_EXCHANGE || unit == LITMUS_LOAD;
}

/* One of them at a byte, or at two at once. What it loads becomes part of what the thread has
 * seen. */
static inline value_id
random_litmus_unit(struct random_maker *m, enum litmus_unit unit, value_id seen)
{
  struct prog *prog = m->tiny.prog;
  uint32_t bytes = chance(m->dice, 8) ? 2 : 1, number = 1 + roll(m->dice, 2);
  struct target target = {m->mixed, bytes == 2 ? roll(m->dice, 2) : 2 * roll(m->dice, 2)};
  value_id addr = tiny_addr(&m->tiny, target.object, target.offset);
  value_id value = tiny_const(&m->tiny, bytes, bytes == 2 ? 0x101 * number : number);
  m->locked = unit == LITMUS_EXCHANGE;
  m->section = m->locked ? ++prog->sections : 0;
  if (unit == LITMUS_FENCE)
    random_event(m, (struct event){.kind = EVENT_FENCE,
                                   .order = chance(m->dice, 2) ? ORDER_RELEASE : ORDER_SEQ_CST});
  value_id loaded = value_const(prog, 16, 0);
  if (random_litmus_loads(unit))
    loaded = random_access(m, addr, &target, 1, bytes, UINT32_MAX, tiny_const(&m->tiny, bytes, 0));
  if (unit == LITMUS_IF)
    m->tiny.guard = tiny_is(&m->tiny, value_resize(prog, seen, 8, false), roll(m->dice, 2));
  if (unit != LITMUS_FENCE && unit != LITMUS_LOAD)
    random_access(m, addr, &target, 1, bytes, value, VALUE_FALSE);
  m->tiny.guard = VALUE_TRUE;
  m->section = 0;
  if (!random_litmus_loads(unit))
    return seen;
  seen = value_op(prog, OP_MUL, 16, seen, value_const(prog, 16, 3), 0, 0);
  return value_op(prog, OP_ADD, 16, seen, value_resize(prog, loaded, 16, false), 0, 0);
}

/* A few threads that store and load two bytes; main joins them, and what they have seen, and
 * perhaps what memory holds then, must not be one thing that is drawn. */
static inline struct tiny
random_litmus(struct dice *dice)
{
  static const enum litmus_unit units[] = {LITMUS_STORE,    LITMUS_STORE, LITMUS_STORE, LITMUS_LOAD,
                                           LITMUS_LOAD,     LITMUS_LOAD,  LITMUS_FENCE, LITMUS_IF,
                                           LITMUS_EXCHANGE, LITMUS_LOAD};
  struct random_maker m = {.tiny = tiny_new(), .dice = dice, .shape = {.weak = true}};
  struct prog *prog = m.tiny.prog;
  enum litmus_unit plan[LITMUS_THREADS][LITMUS_UNITS];
  value_id bad = VALUE_TRUE;
  random_objects(&m);
  object_id results = tiny_global(&m.tiny, 2 * LITMUS_THREADS);
  m.threads = 2 + chance(dice, 3);
  tiny_thread(&m.tiny);
  for (thread_id child = 1; child <= m.threads; child++)
    random_event(&m, (struct event){.kind = EVENT_CREATE, .child = child});
  for (thread_id child = 1; child <= m.threads; child++)
    random_event(&m, (struct event){.kind = EVENT_JOIN, .child = child});
  for (uint32_t i = 0; i < m.threads; i++) {
    uint64_t wanted = 0;
    for (uint32_t k = 0; k < LITMUS_UNITS; k++) {
      plan[i][k] = units[roll(dice, sizeof units / sizeof *units)];
      if (random_litmus_loads(plan[i][k]))
        wanted = 3 * wanted + roll(dice, 3);
    }
    struct target target = {results, 2 * i};
    value_id addr = tiny_addr(&m.tiny, results, 2 * i);
    value_id zero = tiny_const(&m.tiny, 2, 0);
    value_id is = random_access(&m, addr, &target, 1, 2, UINT32_MAX, zero);
    bad = value_and(prog, bad, value_eq(prog, is, value_const(prog, 16, wanted)));
  }
  if (chance(dice, 3)) {
    struct target target = {m.mixed, 2 * roll(dice, 2)};
    value_id addr = tiny_addr(&m.tiny, m.mixed, target.offset);
    value_id zero = tiny_const(&m.tiny, 1, 0);
    value_id is = random_access(&m, addr, &target, 1, 1, UINT32_MAX, zero);
    bad = value_and(prog, bad, tiny_is(&m.tiny, is, 1 + roll(dice, 2)));
  }
  random_event(&m, (struct event){.kind = EVENT_ASSERT, .value = value_not(prog, bad)});
  for (uint32_t i = 0; i < m.threads; i++) {
    struct target target = {results, 2 * i};
    value_id seen = value_const(prog, 16, 0);
    tiny_thread(&m.tiny);
    for (uint32_t k = 0; k < LITMUS_UNITS; k++)
      seen = random_litmus_unit(&m, plan[i][k], seen);
    random_access(&m, tiny_addr(&m.tiny, results, 2 * i), &target, 1, 2, seen, VALUE_FALSE);
  }
  prog->memory = (enum memory_model)roll(dice, MEMORY_PSO + 1);
  tiny_done(&m.tiny);
  return m.tiny;
}

/* ---- random schedules ------------------------------------------------------- */

static inline void
random_choose_inputs(struct dice *dice, const struct prog *prog, struct schedule *schedule)
{
  vec_resize(&schedule->inputs, prog->inputs.n);
  for (size_t i = 0; i < prog->inputs.n; i++)
    schedule->inputs.at[i] =
      hash_mix(dice->seed, roll(dice, 1000)) & bits_mask(prog->inputs.at[i].width);
}

/* Lets `thread` go on until it has passed `labels`, or takes that back if it cannot. Afterwards the
 * run is that of the whole schedule; to be freed. */
static inline enum run_end
random_extend(struct run *run, const struct prog *prog, const struct labels *labels,
              struct schedule *schedule, struct context context)
{
  vec_push(&schedule->contexts, context);
  interp_run(run, prog, labels, schedule);
  enum run_end end = run->end;
  if (end == RUN_STUCK || end == RUN_INVALID) {
    run_free(run);
    schedule->contexts.n--;
    interp_run(run, prog, labels, schedule);
  }
  return end;
}

/* Any threads in any order, not only round by round. */
static inline void
random_run(struct dice *dice, struct run *run, const struct prog *prog, const struct labels *labels,
           struct schedule *schedule)
{
  uint32_t passed[RANDOM_THREADS] = {0};
  random_choose_inputs(dice, prog, schedule);
  interp_run(run, prog, labels, schedule);
  for (unsigned contexts = 0; contexts < 24 && run->end == RUN_DONE; contexts++) {
    thread_id thread = roll(dice, (uint32_t)prog->threads.n);
    uint32_t left = labels_count(labels, thread) - passed[thread];
    if (!left)
      continue;
    struct context context = {thread, passed[thread] + 1 + roll(dice, left < 3 ? left : 3)};
    run_free(run);
    if (random_extend(run, prog, labels, schedule, context) == RUN_DONE)
      passed[thread] = context.labels;
  }
}

/* A BLOCK says who alone can end the wait. That is made up here, and a wait that is said to last
 * for ever may end after all. In programs it is true, and such a wait is there when nobody can
 * go on. */
static inline void
random_tell_nobody(struct prog *prog)
{
  for (event_id e = 0; e < prog->events.n; e++)
    if (prog->events.at[e].kind == EVENT_BLOCK)
      prog->events.at[e].addr = VALUE_FALSE;
}

#endif
