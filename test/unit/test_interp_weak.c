/* interp_explore and interp_run under weak memory models: shapes whose outcomes are known, what a
 * schedule with late stores does step by step, and that the machine can be taken back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "interp/interp.h"
#include "interp/machine.h"
#include "memmodel/memmodel.h"
#include "random_prog.h"
#include "tiny.h"

static const struct explore_limits PLENTY = {.max_states = 1000000, .max_input_bits = 8};
static const enum memory_model MODELS[] = {MEMORY_SC, MEMORY_TSO, MEMORY_PSO};

/* ---- shapes ----------------------------------------------------------------
 *
 * Threads are divided by |, and each word is a label:
 *   x=1    stores 1 to x, four bytes         x1b=1  stores one byte, at offset 1; x2h: two, at 2
 *   x:1    the same with order seq_cst       x#1    an exchange, locked
 *   x?     loads x; registers are numbered   F, R   a fence, seq_cst or release
 * main creates them, and one more thread, which waits for them and asserts that not all of the
 * conditions hold: of registers by their numbers (0=1), and of variables at the end (x=1). */

enum { REGISTERS = 16, VARIABLES = 26 };

struct shape {
  struct tiny tiny;
  object_id variable[VARIABLES];
  value_id registers[REGISTERS];
  unsigned loads;
};

struct access {
  object_id object;
  uint64_t offset;
  uint32_t bytes;
};

static struct access
read_place(struct shape *shape, const char **text)
{
  const char *at = *text;
  struct access access = {shape->variable[*at++ - 'a'], 0, 4};
  if (*at >= '0' && *at <= '9') {
    access.offset = (uint64_t)(*at++ - '0');
    access.bytes = *at++ == 'h' ? 2 : 1;
  }
  *text = at;
  return access;
}

static value_id
read_number(struct shape *shape, const char **text, unsigned width)
{
  char *end;
  uint64_t bits = strtoull(*text, &end, 0);
  *text = end;
  return value_const(shape->tiny.prog, width, bits);
}

static void
add_access(struct shape *shape, const char **text)
{
  struct tiny *tiny = &shape->tiny;
  struct access at = read_place(shape, text);
  char what = *(*text)++;
  if (what == '?') {
    shape->registers[shape->loads++] = tiny_load(tiny, at.object, at.offset, at.bytes);
    return;
  }
  if (what == '#') {
    tiny_load(tiny, at.object, at.offset, at.bytes);
    vec_last(&tiny->prog->events).locked = true;
  }
  value_id value = read_number(shape, text, 8 * at.bytes);
  event_id store = tiny_store(tiny, at.object, at.offset, value);
  tiny->prog->events.at[store].locked = what == '#';
  tiny->prog->events.at[store].order = what == ':' ? ORDER_SEQ_CST : ORDER_RELAXED;
}

static void
add_word(struct shape *shape, const char **text)
{
  tiny_label(&shape->tiny, LABEL_STEP);
  if (**text != 'F' && **text != 'R') {
    add_access(shape, text);
    return;
  }
  tiny_event(&shape->tiny, EVENT_FENCE, VALUE_FALSE);
  vec_last(&shape->tiny.prog->events).order = **text == 'F' ? ORDER_SEQ_CST : ORDER_RELEASE;
  (*text)++;
}

static void
add_threads(struct shape *shape, const char *text)
{
  tiny_thread(&shape->tiny);
  for (; *text; text += *text == ' ')
    if (*text == '|') {
      tiny_thread(&shape->tiny);
      text++;
    } else {
      add_word(shape, &text);
    }
}

/* Do all conditions hold? Loads the variables. */
static value_id
add_conditions(struct shape *shape, const char *text)
{
  struct tiny *tiny = &shape->tiny;
  value_id all = VALUE_TRUE;
  for (; *text; text += *text == ' ') {
    value_id left;
    if (*text >= '0' && *text <= '9') {
      left = shape->registers[strtoul(text, (char **)&text, 10)];
    } else {
      struct access at = read_place(shape, &text);
      left = tiny_load(tiny, at.object, at.offset, at.bytes);
    }
    text++;
    value_id right = read_number(shape, &text, value_width(tiny->prog, left));
    all = value_and(tiny->prog, all, value_eq(tiny->prog, left, right));
  }
  return all;
}

static thread_id
count_threads(const char *text)
{
  thread_id n = 1;
  for (; *text; text++)
    n += *text == '|';
  return n;
}

static struct tiny
make_shape(const char *threads, const char *outcome)
{
  struct shape shape = {.tiny = tiny_new()};
  for (unsigned i = 0; i < VARIABLES; i++)
    shape.variable[i] = tiny_global(&shape.tiny, 4);
  thread_id n = count_threads(threads);
  tiny_thread(&shape.tiny);
  for (thread_id child = 1; child <= n + 1; child++)
    tiny_child(&shape.tiny, EVENT_CREATE, child);
  add_threads(&shape, threads);
  tiny_thread(&shape.tiny);
  for (thread_id child = 1; child <= n; child++) {
    tiny_label(&shape.tiny, LABEL_STEP);
    tiny_child(&shape.tiny, EVENT_JOIN, child);
  }
  value_id happens = add_conditions(&shape, outcome);
  tiny_event(&shape.tiny, EVENT_ASSERT, value_not(shape.tiny.prog, happens));
  tiny_done(&shape.tiny);
  return shape.tiny;
}

static enum run_end
run_end_of(const struct prog *prog, const struct labels *labels, const struct schedule *schedule)
{
  struct run run;
  interp_run(&run, prog, labels, schedule);
  enum run_end end = run.end;
  run_free(&run);
  return end;
}

/* The verdict; a witness must show the bug. */
static enum explore_verdict
verdict_of(const struct prog *prog, const struct labels *labels, unsigned rounds,
           const struct part *part)
{
  struct explore_limits limits = PLENTY;
  struct exploration result;
  limits.part = part;
  interp_explore(&result, prog, labels, rounds, limits);
  if (result.verdict == EXPLORE_BUG) {
    enum run_end end = run_end_of(prog, labels, &result.witness);
    assert_true(end == RUN_VIOLATION || end == RUN_DEADLOCK || end == RUN_RACE);
  }
  exploration_free(&result);
  return result.verdict;
}

static void
expect(struct tiny *tiny, unsigned rounds, const char *name, const char *verdicts)
{
  for (size_t i = 0; i < 3; i++) {
    tiny->prog->memory = MODELS[i];
    enum explore_verdict verdict = verdict_of(tiny->prog, &tiny->labels, rounds, NULL);
    char letter = verdict == EXPLORE_BUG ? 'y' : verdict == EXPLORE_SAFE ? 'n' : '?';
    if (letter != verdicts[i])
      fail_msg("%s under model %zu: %c", name, i, letter);
  }
}

/* Can it happen under sc, tso, pso? */
static const struct {
  const char *name, *threads, *outcome, *happens;
} SHAPES[] = {
  {"SB", "x=1 y? | y=1 x?", "0=0 1=0", "nyy"},
  {"SB with fences", "x=1 F y? | y=1 F x?", "0=0 1=0", "nnn"},
  {"SB with one fence", "x=1 F y? | y=1 x?", "0=0 1=0", "nyy"},
  {"SB with release fences", "x=1 R y? | y=1 R x?", "0=0 1=0", "nyy"},
  {"SB with seq_cst stores", "x:1 y? | y:1 x?", "0=0 1=0", "nnn"},
  {"SB with exchanges", "x#1 y? | y#1 x?", "0=0 1=0", "nnn"},
  {"SB with other exchanges", "x=1 z#1 y? | y=1 w#1 x?", "0=0 1=0", "nnn"},
  {"SB with other seq_cst stores", "x=1 z:1 y? | y=1 w:1 x?", "0=0 1=0", "nnn"},
  {"SB with own loads", "x=1 x? y? | y=1 y? x?", "0=1 1=0 2=1 3=0", "nyy"},
  {"MP", "x=1 y=1 | y? x?", "0=1 1=0", "nny"},
  {"MP with fence", "x=1 F y=1 | y? x?", "0=1 1=0", "nnn"},
  {"MP with release fence", "x=1 R y=1 | y? x?", "0=1 1=0", "nnn"},
  {"MP with seq_cst flag", "x=1 y:1 | y? x?", "0=1 1=0", "nnn"},
  {"MP before the border", "x=1 y=1 R z=1 | y? x?", "0=1 1=0", "nny"},
  {"MP over the border", "x=1 y=1 R z=1 | z? x? y?", "0=1 1=0 2=1", "nnn"},
  {"MP behind the border", "v=1 R x=1 y=1 | y? x? v?", "0=1 1=0 2=1", "nny"},
  {"MP behind the border, all", "v=1 R x=1 y=1 | y? v?", "0=1 1=0", "nnn"},
  {"LB", "x? y=1 | y? x=1", "0=1 1=1", "nnn"},
  {"2+2W", "x=1 y=2 | y=1 x=2", "x=1 y=1", "nny"},
  {"2+2W with release fences", "x=1 R y=2 | y=1 R x=2", "x=1 y=1", "nnn"},
  {"R", "x=1 y=1 | y=2 x?", "0=0 y=2", "nyy"},
  {"R with fences", "x=1 F y=1 | y=2 F x?", "0=0 y=2", "nnn"},
  {"S", "x=2 y=1 | y? x=1", "0=1 x=2", "nny"},
  {"WRC", "x=1 | x? y=1 | y? x?", "0=1 1=1 2=0", "nnn"},
  {"IRIW", "x=1 | y=1 | x? y? | y? x?", "0=1 1=0 2=1 3=0", "nnn"},
  {"CoRR", "x=1 | x? x?", "0=1 1=0", "nnn"},
  {"CoWW", "x=1 x=2", "x=1", "nnn"},
  {"CoWR", "x=1 x? | x=2", "0=2 x=1", "nnn"},
  {"CoRW", "x=1 x? | x=2 x?", "0=2 1=1", "nnn"},
  {"n6", "x=1 x? y? | y=2 x=2", "0=1 1=0 x=1", "nyy"},
  {"joined", "x=1", "x=0", "nnn"},
  /* Sizes. */
  {"byte of a word", "x=0x04030201 x2b?", "0=3", "yyy"},
  {"not another byte", "x=0x04030201 x2b? | x2b=9", "0=2", "nnn"},
  {"newest first", "x=0x04030201 x1b=0xff x?", "0=0x0403ff01", "yyy"},
  {"older is hidden", "x=0x04030201 x1b=0xff x?", "0=0x04030201", "nnn"},
  {"word over bytes", "x1b=0xff x=0x04030201 x? y? | y=1 x?", "0=0x04030201 1=0 2=0", "nyy"},
  {"half from the buffer", "x0h=1 x? | x2h=1 x?", "0=0x00010001 1=0x00010001", "yyy"},
  {"halves in buffers", "x0h=1 x? | x2h=1 x?", "0=0x1 1=0x00010000", "nyy"},
  {"bytes apart", "x0b=1 x1b=1 | x1b? x0b?", "0=1 1=0", "nny"},
  {"bytes apart, one load", "x0b=1 x1b=1 | x0h?", "0=0x100", "nny"},
  {"bytes of one word", "x=0x01010101 | x1b? x0b?", "0=1 1=0", "nnn"},
  {"overlapping stores", "x0h=0x0101 x1h=0x0202 | x2b? x0b?", "0=2 1=0", "nnn"},
  {"a chain of them", "x0h=0x0101 x1h=0x0202 x2h=0x0303 | x3b? x0b?", "0=3 1=0", "nnn"},
  {"overtaken in between", "x0b=1 x2h=0x0202 x3b=3 | x3b? x0b?", "0=3 1=0", "nny"},
};

static void
shapes(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++) {
    struct tiny tiny = make_shape(SHAPES[i].threads, SHAPES[i].outcome);
    expect(&tiny, 3, SHAPES[i].name, SHAPES[i].happens);
    tiny_free(&tiny);
  }
}

/* The store of thread 1 waits while thread 2 runs, and can then leave at the end of the round, but
 * the thread that joins them has had its turn. */
static void
rounds(void **state)
{
  (void)state;
  struct tiny tiny = make_shape("x=1 y? | y=1 x?", "0=0 1=0");
  expect(&tiny, 1, "SB in one round", "nnn");
  expect(&tiny, 2, "SB in two rounds", "nyy");
  tiny_free(&tiny);
  /* Thread 1 sees x in the second round, thread 3 not in the first, after thread 2: in between
   * comes the end of the round. */
  tiny = make_shape("x? | x=1 y? | y=1 x?", "0=1 1=0 2=0");
  expect(&tiny, 2, "SB and a look", "nyy");
  tiny_free(&tiny);
  /* But nobody runs there: thread 1 after thread 2 takes another round. */
  tiny = make_shape("x? | x=1", "0=1");
  expect(&tiny, 1, "in one round", "nnn");
  expect(&tiny, 2, "in two rounds", "yyy");
  tiny_free(&tiny);
}

/* Before main has created the others; then thread 1 passes 0..2 labels and, with a buffer, there is
 * one more state, in which the store waits there; thread 2 passes 0 or 1, and joins at last. */
static void
states(void **state)
{
  (void)state;
  static const uint64_t expected[] = {1 + 3 * 2 + 1, 1 + 4 * 2 + 1, 1 + 4 * 2 + 1};
  struct tiny tiny = make_shape("x=1", "x=0");
  for (size_t i = 0; i < 3; i++) {
    struct exploration result;
    tiny.prog->memory = MODELS[i];
    interp_explore(&result, tiny.prog, &tiny.labels, 2, PLENTY);
    assert_int_equal(result.verdict, EXPLORE_SAFE);
    assert_int_equal(result.states, expected[i]);
    exploration_free(&result);
  }
  tiny_free(&tiny);
}

/* Stores that nobody else looks at leave as soon as they can, without a state of their own. */
static void
private_stores(void **state)
{
  (void)state;
  static const char *const shapes[] = {"x=1 x=2 | x?", "z=1 x=1 z=2 x=2 v=1 | x?"};
  for (size_t m = 1; m < 3; m++) {
    uint64_t states[2];
    for (size_t i = 0; i < 2; i++) {
      struct tiny tiny = make_shape(shapes[i], "0=3");
      struct labels labels;
      struct exploration result;
      tiny.prog->memory = MODELS[m];
      labels_find(&labels, tiny.prog);
      interp_explore(&result, tiny.prog, &labels, 3, PLENTY);
      states[i] = result.states;
      exploration_free(&result);
      labels_free(&labels);
      tiny_free(&tiny);
    }
    assert_int_equal(states[0], states[1]);
  }
}

/* Every access is shown once, when it happens for its own thread. */
static void
count_accesses(void *argument, event_id event, uint64_t addr, uint64_t value)
{
  unsigned *counts = argument;
  (void)addr;
  assert_true(event != 2 || value == 7);
  counts[event]++;
}

static void
watched(void **state)
{
  (void)state;
  struct tiny tiny = make_shape("x=7", "x=0"); /* events: create, create, store, join, load */
  unsigned counts[8] = {0};
  struct explore_limits limits = PLENTY;
  limits.watch = count_accesses;
  limits.argument = counts;
  tiny.prog->memory = MEMORY_TSO;
  struct exploration result;
  interp_explore(&result, tiny.prog, &tiny.labels, 1, limits);
  assert_int_equal(counts[2], 1); /* before the other thread's START */
  exploration_free(&result);
  tiny_free(&tiny);
}

/* A violation while a store is still in the buffer: in the witness it never leaves. */
static void
never_seen(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  tiny_label(&tiny, LABEL_STEP);
  tiny_store(&tiny, x, 0, tiny_const(&tiny, 4, 1));
  tiny_label(&tiny, LABEL_STEP);
  tiny_child(&tiny, EVENT_CREATE, 2);
  tiny_thread(&tiny);
  tiny_label(&tiny, LABEL_STEP);
  event_id store = tiny_store(&tiny, x, 0, tiny_const(&tiny, 4, 2));
  tiny_label(&tiny, LABEL_STEP);
  value_id mine = tiny_load(&tiny, x, 0, 4);
  tiny_thread(&tiny);
  value_id other = tiny_load(&tiny, x, 0, 4);
  value_id seen = value_and(tiny.prog, tiny_is(&tiny, mine, 2), tiny_is(&tiny, other, 1));
  tiny_event(&tiny, EVENT_ASSERT, value_not(tiny.prog, seen));
  tiny_done(&tiny);
  tiny.prog->memory = MEMORY_TSO;
  struct exploration result;
  interp_explore(&result, tiny.prog, &tiny.labels, 1, PLENTY);
  assert_int_equal(result.verdict, EXPLORE_BUG);
  assert_int_equal(run_end_of(tiny.prog, &tiny.labels, &result.witness), RUN_VIOLATION);
  assert_int_equal(result.witness.late.n, 1);
  assert_int_equal(result.witness.late.at[0].store, store);
  assert_int_equal(result.witness.late.at[0].context, CONTEXT_NEVER);
  exploration_free(&result);
  tiny_free(&tiny);
}

/* ---- schedules --------------------------------------------------------------- */

/* One thread, each event with a label of its own, behind the START. */
static struct tiny
make_thread(const char *words)
{
  struct shape shape = {.tiny = tiny_new()};
  for (unsigned i = 0; i < VARIABLES; i++)
    shape.variable[i] = tiny_global(&shape.tiny, 4);
  add_threads(&shape, words);
  tiny_done(&shape.tiny);
  return shape.tiny;
}

/* The steps as text: event, context, and + for BUFFERED, ! for SEEN; then how it ended, if it was
 * not DONE. */
static void
expect_steps(const char *words, enum memory_model memory, const char *text, const char *expected)
{
  struct tiny tiny = make_thread(words);
  struct schedule schedule;
  struct run run;
  struct str steps = {0};
  tiny.prog->memory = memory;
  assert_true(schedule_parse(&schedule, text));
  interp_run(&run, tiny.prog, &tiny.labels, &schedule);
  for (size_t i = 0; i < run.steps.n; i++)
    str_printf(&steps, "%s%u@%u%.1s", i ? " " : "", run.steps.at[i].event, run.steps.at[i].context,
               &"\0+!"[run.steps.at[i].kind]);
  if (run.end == RUN_STUCK)
    str_printf(&steps, " stuck %u", run.at);
  assert_string_equal(str_text(&steps), expected);
  str_free(&steps);
  run_free(&run);
  schedule_free(&schedule);
  tiny_free(&tiny);
}

static void
late_stores(void **state)
{
  (void)state;
  const enum memory_model TSO = MEMORY_TSO, PSO = MEMORY_PSO;
  expect_steps("x=1 y=1 x?", MEMORY_SC, "0:4 0:4 late 0@1 in", "0@0 1@0 2@0");
  expect_steps("x=1 y=1 x?", TSO, "0:4 0:4 in", "0@0 1@0 2@0");
  /* Others go on at once, or have to wait as well. */
  expect_steps("x=1 y=1 x?", PSO, "0:4 0:4 late 0@1 in", "0@0+ 1@0 2@0 0@1!");
  expect_steps("x=1 y=1 x?", TSO, "0:4 0:4 late 0@1 in", "0@0+ 1@0+ 2@0 0@1! 1@1!");
  expect_steps("x=1 y=1 x=2", PSO, "0:4 0:4 late 0@1 in", "0@0+ 1@0 2@0+ 0@1! 2@1!");
  expect_steps("x=1 R y=1 z=1", PSO, "0:5 0:5 late 0@1 in", "0@0+ 1@0 2@0+ 3@0+ 0@1! 2@1! 3@1!");
  expect_steps("x=1 R y=1 z=1", PSO, "0:5 0:5 0:5 late 0@1 2@2 in",
               "0@0+ 1@0 2@0+ 3@0+ 0@1! 3@1! 2@2!");
  expect_steps("x=1 y=1", TSO, "0:2 0:2 0:3 0:3 late 0@2 in", "0@0+ 0@2! 1@2");
  /* For ever; and what is late only by the time it has happened. */
  expect_steps("x=1 x?", TSO, "0:3 0:3 late 0@4294967295 in", "0@0+ 1@0");
  expect_steps("x=1 x?", TSO, "0:1 0:3 late 0@1 in", "0@1 1@1");
  /* What needs an empty buffer cannot happen before. */
  expect_steps("x=1 F y?", TSO, "0:4 late 0@1 in", "0@0+ stuck 1");
  expect_steps("x=1 F y?", TSO, "0:2 0:4 late 0@1 in", "0@0+ 0@1! 1@1 2@1");
  expect_steps("x=1 y:1", PSO, "0:3 late 0@4294967295 in", "0@0+ stuck 1");
  expect_steps("x=1 y#1", PSO, "0:3 late 0@4294967295 in", "0@0+ stuck 1");
}

/* A thread is joined when its buffer is empty. */
static void
join_waits_for_the_buffer(void **state)
{
  (void)state;
  struct tiny tiny = make_shape("x=1", "x=0");
  static const struct {
    const char *schedule;
    enum run_end end;
  } cases[] = {{"0:1 1:2 2:2 in", RUN_DONE},
               {"0:1 1:2 2:2 1:2 late 2@3 in", RUN_STUCK},
               {"0:1 1:2 1:2 2:2 late 2@2 in", RUN_DONE}};
  tiny.prog->memory = MEMORY_PSO;
  for (size_t i = 0; i < 3; i++) {
    struct schedule schedule;
    assert_true(schedule_parse(&schedule, cases[i].schedule));
    assert_int_equal(run_end_of(tiny.prog, &tiny.labels, &schedule), cases[i].end);
    schedule_free(&schedule);
  }
  tiny_free(&tiny);
}

/* ---- internal objects ---------------------------------------------------------- */

/* A store that is not late overtakes those that are, but for one to the same place. */
static void
internal_objects(void **state)
{
  (void)state;
  struct tiny tiny = make_shape("x=1 y=1 | y? x?", "0=1 1=0");
  tiny.prog->objects.at[25].internal = true; /* y */
  expect(&tiny, 3, "internal flag", "nyy");
  tiny_free(&tiny);
  tiny = make_shape("x=1 x=2 | x? x?", "0=2 1=1");
  for (event_id e = 0; e < tiny.prog->events.n; e++)
    if (tiny.prog->events.at[e].kind == EVENT_STORE) { /* the first one may also touch y */
      vec_push(&tiny.prog->targets, tiny.prog->targets.at[tiny.prog->events.at[e].first_target]);
      vec_push(&tiny.prog->targets, ((struct target){25, 0}));
      tiny.prog->events.at[e].first_target = (uint32_t)tiny.prog->targets.n - 2;
      tiny.prog->events.at[e].n_targets = 2;
      break;
    }
  tiny.prog->objects.at[24].internal = true;
  expect(&tiny, 3, "internal place", "nnn");
  tiny_free(&tiny);
}

/* ---- questions about states ------------------------------------------------------ */

/* Thread 1 raises a flag that thread 2 waits for: while it is in the buffer nobody can go on, but
 * that is no deadlock. */
static void
no_deadlock_while_buffered(void **state)
{
  (void)state;
  for (uint64_t wanted = 1; wanted <= 2; wanted++) {
    struct tiny tiny = tiny_new();
    object_id x = tiny_global(&tiny, 4);
    tiny_thread(&tiny);
    tiny_child(&tiny, EVENT_CREATE, 1);
    tiny_label(&tiny, LABEL_STEP);
    tiny_event(&tiny, EVENT_BLOCK, tiny_is(&tiny, tiny_load(&tiny, x, 0, 4), wanted));
    tiny_thread(&tiny);
    tiny_label(&tiny, LABEL_STEP);
    tiny_store(&tiny, x, 0, tiny_const(&tiny, 4, 1));
    tiny_done(&tiny);
    tiny.prog->asks = PROPERTY_DEADLOCK;
    expect(&tiny, 2, "flag", wanted == 1 ? "nnn" : "yyy");
    tiny_free(&tiny);
  }
}

/* ---- parts ---------------------------------------------------------------------- */

static uint32_t
label_number(const struct tiny *tiny, thread_id thread, uint32_t label)
{
  return tiny->labels.first_of_thread.at[thread] + label;
}

/* Stores of closed labels do not wait of their own accord; but they do not overtake either. */
static void
closed_labels(void **state)
{
  (void)state;
  static const struct {
    const char *threads;
    bool close_first, close_second, tso, pso;
  } cases[] = {
    {"z? x=1 y? | z? y=1 x?", false, false, true, true},
    {"z? x=1 y? | z? y=1 x?", true, false, true, true},
    {"z? x=1 y? | z? y=1 x?", true, true, false, false},
    {"x=1 v=1 y? | y=1 w=1 x?", true, true, true, true},
    {"x0h=1 x1h=1 y? | y0h=1 y1h=1 x?", true, true, true, true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    bool begins_with_load = cases[i].threads[0] == 'z';
    struct tiny tiny = make_shape(cases[i].threads, begins_with_load ? "1=0 3=0" : "0=0 1=0");
    struct part part = {0};
    vec_resize(&part.closed, tiny.labels.all.n);
    part.closed.at[label_number(&tiny, 1, 2)] = cases[i].close_first;
    part.closed.at[label_number(&tiny, 2, 2)] = cases[i].close_second;
    for (size_t m = 1; m < 3; m++) {
      bool bug = m == 1 ? cases[i].tso : cases[i].pso;
      tiny.prog->memory = MODELS[m];
      assert_int_equal(verdict_of(tiny.prog, &tiny.labels, 3, &part),
                       bug ? EXPLORE_BUG : EXPLORE_SAFE);
    }
    part_free(&part);
    tiny_free(&tiny);
  }
}

/* In an idle round stores may still leave. */
static void
idle_rounds(void **state)
{
  (void)state;
  struct tiny tiny = make_shape("x=1 y? | y=1 x?", "0=0 1=0");
  struct part part = {0};
  vec_resize(&part.idle, 3 * 4);
  for (unsigned round = 1; round < 3; round++) /* threads 1 and 2 run in the first one only */
    part.idle.at[round * 4 + 1] = part.idle.at[round * 4 + 2] = true;
  tiny.prog->memory = MEMORY_TSO;
  assert_int_equal(verdict_of(tiny.prog, &tiny.labels, 3, &part), EXPLORE_BUG);
  part.idle.at[1] = true;
  assert_int_equal(verdict_of(tiny.prog, &tiny.labels, 3, &part), EXPLORE_SAFE);
  part_free(&part);
  tiny_free(&tiny);
}

/* Rounds are those of the program: thread 2 has passed its label by the end of the second one, and
 * can be joined in it, or it has not. */
static void
ends(void **state)
{
  (void)state;
  struct tiny tiny = make_shape("y=1 | y?", "0=1");
  tiny.prog->memory = MEMORY_TSO;
  for (unsigned passed = 0; passed < 2; passed++) {
    struct part part = {0};
    struct part_end end = {.thread = 2, .round = 1, .label = 1, .passed = passed};
    vec_push(&part.ends, end);
    assert_int_equal(verdict_of(tiny.prog, &tiny.labels, 2, &part),
                     passed ? EXPLORE_BUG : EXPLORE_SAFE);
    part_free(&part);
  }
  tiny_free(&tiny);
}

/* ---- random programs --------------------------------------------------------------- */

static const struct random_shape SMALL = {.threads = 3, .units = 5, .rare_stops = true};

/* Late stores are drawn for all of the run, and contexts turn by turn. */
static void
draw_late(struct dice *dice, const struct prog *prog, unsigned contexts, struct schedule *schedule)
{
  for (event_id e = 0; e < prog->events.n; e++)
    if (memmodel_of(prog)->is_late(prog, &prog->events.at[e]) && !chance(dice, 3)) {
      uint32_t until = chance(dice, 16) ? CONTEXT_NEVER : roll(dice, contexts);
      vec_push(&schedule->late, ((struct late){e, until}));
    }
}

/* A run of so many rounds, with a context for each turn. */
static enum run_end
random_weak_run(struct dice *dice, const struct prog *prog, const struct labels *labels,
                unsigned rounds, struct schedule *schedule)
{
  thread_id n = (thread_id)prog->threads.n;
  uint32_t passed[RANDOM_THREADS] = {0};
  enum run_end end = RUN_DONE;
  random_choose_inputs(dice, prog, schedule);
  draw_late(dice, prog, 2 * n * (rounds - 1), schedule);
  for (unsigned turn = 0; turn < 2 * n * rounds && end == RUN_DONE; turn++) {
    thread_id thread = turn % n;
    uint32_t left = labels_count(labels, thread) - passed[thread];
    bool last = turn / n / 2 + 1 == rounds;
    uint32_t want = turn / n % 2 ? 0 : last ? left : left - roll(dice, left + 1) * chance(dice, 2);
    vec_push(&schedule->contexts, ((struct context){thread, passed[thread] + want}));
    while ((end = run_end_of(prog, labels, schedule)) != RUN_DONE && end != RUN_VIOLATION && want)
      vec_last(&schedule->contexts).labels = passed[thread] + --want;
    passed[thread] += want;
  }
  return end;
}

/* Two threads that touch two variables, in opposite orders, and a little more. */
static void
random_words(struct dice *dice, struct str *threads)
{
  static const char *const main_words[2][6] = {{"x=1", "x=2", "x?", "x?", "x0h=3", "x?"},
                                               {"y=1", "y=2", "y?", "y?", "y1h=4", "y?"}};
  static const char *const others[] = {"x?", "y?", "x=5", "y=5", "R", "F", "x:6", "y#6", "y1b=7"};
  for (unsigned thread = 0; thread < 2; thread++) {
    str_add(threads, thread ? "| " : "");
    for (unsigned i = 0; i < 2; i++) {
      str_printf(threads, "%s ", main_words[thread ^ i][roll(dice, 6)]);
      if (chance(dice, 3))
        str_printf(threads, "%s ", others[roll(dice, 9)]);
    }
  }
}

/* What the loads of the run gave, as conditions of a shape. */
static void
find_outcome(const struct prog *prog, const struct run *run, struct str *outcome)
{
  event_id end = prog->threads.at[3].first;
  unsigned number = 0;
  for (event_id e = 0; e < end; e++) {
    if (prog->events.at[e].kind != EVENT_LOAD || prog->events.at[e].locked)
      continue;
    for (size_t i = 0; i < run->steps.n; i++)
      if (run->steps.at[i].event == e)
        str_printf(outcome, "%u=%llu ", number, (unsigned long long)run->steps.at[i].value);
    number++;
  }
}

static bool
happens(const char *threads, const char *outcome, enum memory_model memory, unsigned rounds)
{
  struct tiny tiny = make_shape(threads, outcome);
  tiny.prog->memory = memory;
  enum explore_verdict verdict = verdict_of(tiny.prog, &tiny.labels, rounds, NULL);
  tiny_free(&tiny);
  return verdict == EXPLORE_BUG;
}

/* What a schedule has done is found; and stronger models cannot always do it. */
static void
random_outcomes(void **state)
{
  (void)state;
  struct dice dice = {1};
  unsigned runs = 0, not_sc = 0, not_tso = 0;
  for (unsigned i = 0; i < 2000; i++) {
    struct str threads = {0}, outcome = {0};
    struct schedule schedule = {0};
    struct run run;
    random_words(&dice, &threads);
    struct tiny tiny = make_shape(str_text(&threads), ""); /* fails when all have been joined */
    tiny.prog->memory = MODELS[1 + i % 2];
    random_weak_run(&dice, tiny.prog, &tiny.labels, 3, &schedule);
    interp_run(&run, tiny.prog, &tiny.labels, &schedule);
    if (run.end == RUN_VIOLATION) {
      find_outcome(tiny.prog, &run, &outcome);
      assert_true(happens(str_text(&threads), str_text(&outcome), tiny.prog->memory, 3));
      assert_true(happens(str_text(&threads), str_text(&outcome), MEMORY_PSO, 3));
      runs++;
      not_sc += !happens(str_text(&threads), str_text(&outcome), MEMORY_SC, 9);
      not_tso += !happens(str_text(&threads), str_text(&outcome), MEMORY_TSO, 9);
    }
    run_free(&run);
    schedule_free(&schedule);
    str_free(&threads);
    str_free(&outcome);
    tiny_free(&tiny);
  }
  /* The comparison means something only if there is something to be found. */
  assert_in_range(runs, 1000, 2000);
  assert_in_range(not_sc, 20, 200);
  assert_in_range(not_tso, 3, 100);
}

/* Weaker models can do more; and no run shows a bug that is not found. */
static void
random_progs(void **state)
{
  (void)state;
  unsigned bugs = 0, hits = 0;
  for (unsigned seed = 1; seed <= 100; seed++) {
    struct dice dice = {seed};
    struct tiny tiny = random_prog(&dice, SMALL);
    bool before = false;
    for (size_t i = 0; i < 3; i++) {
      struct labels labels;
      struct schedule schedule = {0};
      tiny.prog->memory = MODELS[i];
      labels_find(&labels, tiny.prog);
      bool bug = verdict_of(tiny.prog, &labels, 2, NULL) == EXPLORE_BUG;
      bool hit = random_weak_run(&dice, tiny.prog, &labels, 2, &schedule) == RUN_VIOLATION;
      assert_true(bug || (!before && !hit));
      before = bug;
      bugs += bug;
      hits += hit;
      schedule_free(&schedule);
      labels_free(&labels);
    }
    tiny_free(&tiny);
  }
  assert_in_range(bugs, 50, 250);
  assert_in_range(hits, 20, 250);
}

/* A label is passed by the end of the round, or it is not. */
static void
random_halves(void **state)
{
  (void)state;
  unsigned one_sided = 0;
  for (unsigned seed = 1; seed <= 150; seed++) {
    struct dice dice = {seed + 1000};
    struct tiny tiny = random_prog(&dice, SMALL);
    struct labels labels;
    tiny.prog->memory = MODELS[1 + seed % 2];
    labels_find(&labels, tiny.prog);
    thread_id thread = roll(&dice, (uint32_t)tiny.prog->threads.n);
    uint32_t label = roll(&dice, labels_count(&labels, thread));
    struct part_end end = {.thread = thread, .label = label, .round = roll(&dice, 2)};
    enum explore_verdict whole = verdict_of(tiny.prog, &labels, 2, NULL), halves[2];
    if (labels_get(&labels, thread, label)->kind == LABEL_STEP)
      for (size_t i = 0; i < 2; i++) {
        struct part part = {0};
        end.passed = i;
        vec_push(&part.ends, end);
        halves[i] = verdict_of(tiny.prog, &labels, 2, &part);
        part_free(&part);
      }
    else
      halves[0] = halves[1] = whole;
    bool gave_up =
      whole == EXPLORE_GAVE_UP || halves[0] == EXPLORE_GAVE_UP || halves[1] == EXPLORE_GAVE_UP;
    bool any = halves[0] == EXPLORE_BUG || halves[1] == EXPLORE_BUG;
    assert_true(gave_up || any == (whole == EXPLORE_BUG));
    one_sided += halves[0] != halves[1];
    labels_free(&labels);
    tiny_free(&tiny);
  }
  assert_in_range(one_sided, 5, 100);
}

/* ---- going back ----------------------------------------------------------------------- */

struct snapshot {
  struct mark mark;
  uint16_t *memory;
  struct fingerprint print;
  struct str buffers;
};

static size_t
size_of_memory(const struct machine *machine)
{
  size_t size = 0;
  for (size_t i = 0; i < machine->prog->events.n; i++) {
    const struct event *event = &machine->prog->events.at[i];
    if (event->kind != EVENT_LOAD && event->kind != EVENT_STORE)
      continue;
    for (uint32_t t = 0; t < event->n_targets; t++) {
      size_t end = machine->spots[event->first_target + t].byte + event->bytes;
      size = end > size ? end : size;
    }
  }
  return size;
}

static void
print_buffers(struct str *out, const struct machine *machine)
{
  for (size_t t = 0; t < machine->prog->threads.n; t++) {
    const struct buffer *buffer = &machine->buffers[t];
    str_printf(out, "%zu at %u:", t, machine->position[t]);
    for (size_t i = 0; i < buffer->n; i++)
      str_printf(out, " %u %zu %u %llx;", buffer->at[i].event, buffer->at[i].byte,
                 buffer->at[i].bytes, (unsigned long long)buffer->at[i].bits);
  }
  str_printf(out, "%zu %zu", machine->buffered, machine->gone.n);
}

static struct snapshot
take(const struct machine *machine, size_t memory)
{
  struct snapshot snapshot = {.mark = machine_mark(machine), .print = machine->print};
  snapshot.memory = mem_alloc(memory * sizeof *snapshot.memory);
  memcpy(snapshot.memory, machine->memory, memory * sizeof *snapshot.memory);
  print_buffers(&snapshot.buffers, machine);
  return snapshot;
}

static void
compare(struct machine *machine, struct snapshot *snapshot, size_t memory)
{
  struct str buffers = {0};
  machine_undo(machine, snapshot->mark);
  assert_memory_equal(machine->memory, snapshot->memory, memory * sizeof *snapshot->memory);
  assert_memory_equal(&machine->print, &snapshot->print, sizeof machine->print);
  print_buffers(&buffers, machine);
  assert_string_equal(str_text(&buffers), str_text(&snapshot->buffers));
  str_free(&buffers);
  str_free(&snapshot->buffers);
  vec_drop(snapshot->memory);
}

/* A label, a store that leaves, or nothing. */
static bool
random_move_machine(struct dice *dice, struct machine *machine)
{
  thread_id thread = roll(dice, (uint32_t)machine->prog->threads.n);
  size_t n = machine->buffers[thread].n;
  event_id at;
  if (n && chance(dice, 3)) {
    size_t entry = roll(dice, (uint32_t)n);
    if (machine_may_leave(machine, thread, entry))
      machine_leave(machine, thread, entry);
    return true;
  }
  if (!machine_can_try(machine, thread))
    return true;
  enum outcome outcome = machine_pass(machine, thread, &at);
  if (outcome == OUTCOME_DEMANDS)
    machine_choose(machine, machine->demanded, roll(dice, 2));
  return outcome != OUTCOME_VIOLATION;
}

static void
going_back(void **state)
{
  (void)state;
  enum { STEPS = 40 };
  size_t most = 0;
  for (unsigned seed = 1; seed <= 100; seed++) {
    struct dice dice = {seed + 2000};
    struct tiny tiny = random_prog(&dice, SMALL);
    struct labels labels;
    struct machine machine;
    struct snapshot snapshots[STEPS];
    size_t n = 0;
    tiny.prog->memory = MODELS[1 + seed % 2];
    labels_find(&labels, tiny.prog);
    machine_init(&machine, tiny.prog, &labels);
    machine.keeps = true;
    machine_start(&machine);
    size_t memory = size_of_memory(&machine);
    do {
      snapshots[n++] = take(&machine, memory);
      most = machine.buffered > most ? machine.buffered : most;
    } while (n < STEPS && random_move_machine(&dice, &machine));
    while (n > 0)
      compare(&machine, &snapshots[--n], memory);
    machine_free(&machine);
    labels_free(&labels);
    tiny_free(&tiny);
  }
  assert_true(most > 2);
}

/* The state is the same, whichever store left first, and another as long as one is there. */
static void
fingerprints(void **state)
{
  (void)state;
  struct tiny tiny = make_thread("x=1 y=1");
  struct machine machine;
  struct fingerprint prints[2], between[2];
  event_id at;
  tiny.prog->memory = MEMORY_PSO;
  machine_init(&machine, tiny.prog, &tiny.labels);
  machine.keeps = true;
  machine_start(&machine);
  for (unsigned i = 0; i < 3; i++)
    assert_int_equal(machine_pass(&machine, 0, &at), OUTCOME_PASSED);
  struct mark mark = machine_mark(&machine);
  for (unsigned first = 0; first < 2; first++) {
    machine_leave(&machine, 0, first);
    between[first] = machine.print;
    machine_leave(&machine, 0, 0);
    prints[first] = machine.print;
    machine_undo(&machine, mark);
  }
  assert_int_equal(prints[0].a, prints[1].a);
  assert_int_equal(prints[0].b, prints[1].b);
  assert_true(between[0].a != between[1].a && between[0].a != prints[0].a);
  machine_free(&machine);
  tiny_free(&tiny);
}

/* What a store in the buffer is and where it goes counts, also when nobody uses it any more. */
static void
fingerprints_of_entries(void **state)
{
  (void)state;
  for (unsigned where = 0; where < 2; where++) {
    struct tiny tiny = tiny_new();
    object_id x = tiny_global(&tiny, 2);
    value_id input = tiny_input(&tiny, 8), one = tiny_const(&tiny, 1, 1);
    uint64_t prints[2];
    tiny_thread(&tiny);
    event_id store = tiny_store(&tiny, x, 0, where ? one : input);
    if (where)
      tiny.prog->events.at[store].addr = value_op(tiny.prog, OP_ADD, 64, tiny_addr(&tiny, x, 0),
                                                  value_resize(tiny.prog, input, 64, false), 0, 0);
    tiny_target(&tiny, x, 1);
    tiny.prog->events.at[store].n_targets = 2;
    tiny_done(&tiny);
    tiny.prog->memory = MEMORY_TSO;
    for (unsigned i = 0; i < 2; i++) {
      struct machine machine;
      event_id at;
      machine_init(&machine, tiny.prog, &tiny.labels);
      machine.keeps = true;
      machine_start(&machine);
      machine_choose(&machine, 0, i);
      assert_int_equal(machine_pass(&machine, 0, &at), OUTCOME_PASSED);
      assert_int_equal(machine.buffered, 1);
      prints[i] = machine.print.a;
      machine_free(&machine);
    }
    assert_true(prints[0] != prints[1]);
    tiny_free(&tiny);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(shapes),
    cmocka_unit_test(rounds),
    cmocka_unit_test(states),
    cmocka_unit_test(private_stores),
    cmocka_unit_test(never_seen),
    cmocka_unit_test(watched),
    cmocka_unit_test(late_stores),
    cmocka_unit_test(join_waits_for_the_buffer),
    cmocka_unit_test(internal_objects),
    cmocka_unit_test(no_deadlock_while_buffered),
    cmocka_unit_test(closed_labels),
    cmocka_unit_test(idle_rounds),
    cmocka_unit_test(ends),
    cmocka_unit_test(random_outcomes),
    cmocka_unit_test(random_progs),
    cmocka_unit_test(random_halves),
    cmocka_unit_test(going_back),
    cmocka_unit_test(fingerprints),
    cmocka_unit_test(fingerprints_of_entries),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
