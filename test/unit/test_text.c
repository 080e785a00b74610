/* The text form: what is printed, that it can be read back, what is reported about texts that are
 * no prog; and that every rule of the checker catches a prog that breaks it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/text.h"

static uint32_t
random_below(uint64_t *seed, uint32_t n)
{
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)((*seed >> 33) % n);
}

/* ---- a prog by hand -------------------------------------------------------------------------- */

enum { X = 1, COUNT = 2, LOCAL = 3 }; /* objects */

static void
add_event(struct prog *prog, struct event event)
{
  vec_push(&prog->events, event);
  vec_last(&prog->threads).end = (event_id)prog->events.n;
}

static void
add_thread(struct prog *prog, const char *name)
{
  event_id here = (event_id)prog->events.n;
  vec_push(&prog->threads, ((struct thread){.name = name, .first = here, .end = here}));
}

static struct event
access(struct prog *prog, enum event_kind kind, object_id object, uint32_t bytes)
{
  struct event event = {.kind = kind, .guard = VALUE_TRUE, .bytes = bytes, .n_targets = 1};
  event.addr = value_const(prog, 64, prog->objects.at[object].base);
  event.first_target = (uint32_t)prog->targets.n;
  vec_push(&prog->targets, ((struct target){object, 0}));
  return event;
}

static void
add_tables(struct prog *prog)
{
  vec_push(&prog->types, ((struct type){.kind = TYPE_SIGNED, .name = "int", .size = 4}));
  vec_push(&prog->types,
           ((struct type){.kind = TYPE_STRUCT, .name = "struct s", .size = 8, .n_members = 2}));
  vec_push(&prog->members, ((struct type_member){.name = "a", .type = 1}));
  vec_push(&prog->members, ((struct type_member){.name = "b", .offset = 32, .bits = 3, .type = 1}));
  vec_push(&prog->types,
           ((struct type){.kind = TYPE_ARRAY, .name = "", .size = 8, .element = 1, .count = 2}));
  vec_push(&prog->objects, ((struct object){.name = "x", .base = 64, .size = 8, .type = 2}));
  vec_push(&prog->objects, ((struct object){.name = "count", .base = 128, .size = 4, .type = 1}));
  vec_push(&prog->objects, ((struct object){.kind = OBJECT_STACK,
                                            .name = "i",
                                            .base = 192,
                                            .size = 4,
                                            .type = 1,
                                            .thread = 1,
                                            .place = 1}));
  vec_push(&prog->places, ((struct place){"a.c", "main", 10, 3, 0, false}));
  vec_push(&prog->places, ((struct place){"b \"c\".c", "worker", 20, 5, 1, true}));
  vec_push(&prog->loops, ((struct loop){"worker", 2, 4, false}));
  vec_push(&prog->loops, ((struct loop){"main", 1, 64, true}));
}

static struct prog *
sample(void)
{
  struct prog *prog = prog_new();
  add_tables(prog);
  value_id in = value_input(prog, (struct input){.width = 32, .name = "__VERIFIER_nondet_int"});
  vec_push(&prog->inits, ((struct init){COUNT, 0, in}));
  vec_push(&prog->inits, ((struct init){X, 4, value_const(prog, 32, 0xdeadbeef)}));

  add_thread(prog, "main");
  value_id some = value_op(prog, OP_ULT, 0, in, value_const(prog, 32, 9), 0, 0);
  add_event(prog, (struct event){.kind = EVENT_ASSUME, .guard = VALUE_TRUE, .value = some});
  add_event(prog,
            (struct event){.kind = EVENT_CREATE, .guard = VALUE_TRUE, .child = 1, .place = 1});
  add_event(prog, (struct event){.kind = EVENT_JOIN, .guard = VALUE_TRUE, .child = 1});
  struct event load = access(prog, EVENT_LOAD, COUNT, 4);
  load.value = value_loaded(prog, 32, (event_id)prog->events.n);
  add_event(prog, load);
  value_id fine = value_not(prog, value_eq(prog, load.value, value_const(prog, 32, 7)));
  add_event(prog, (struct event){.kind = EVENT_ASSERT,
                                 .guard = some,
                                 .value = fine,
                                 .text = "count != 7 \\ \t\x01",
                                 .place = 1});

  add_thread(prog, "worker");
  struct event first = access(prog, EVENT_LOAD, X, 4);
  first.order = ORDER_ACQUIRE;
  first.locked = true;
  first.section = prog->sections = 1;
  first.value = value_loaded(prog, 32, (event_id)prog->events.n);
  add_event(prog, first);
  struct event store = access(prog, EVENT_STORE, COUNT, 4);
  vec_push(&prog->targets, ((struct target){X, 4}));
  store.n_targets = 2;
  store.section = 1;
  store.guard = value_eq(prog, first.value, in);
  store.value = value_op(prog, OP_ADD, 0, first.value, in, 0, 0);
  store.place = 2;
  add_event(prog, store);
  add_event(prog, (struct event){.kind = EVENT_FENCE, .guard = VALUE_TRUE, .order = ORDER_SEQ_CST});
  add_event(prog, (struct event){.kind = EVENT_BLOCK, .guard = VALUE_TRUE, .value = store.guard});
  struct event local = access(prog, EVENT_LOCAL, LOCAL, 4);
  local.addr = 0;
  local.value = store.value;
  add_event(prog, local);
  add_event(prog, (struct event){.kind = EVENT_CUT, .guard = store.guard});
  return prog;
}

static const char sample_text[] =
  "prog 1 pointer 64\n"
  "type 1 signed \"int\" size 4\n"
  "type 2 struct \"struct s\" size 8\n"
  "  member \"a\" type 1\n"
  "  member \"b\" offset 32 bits 3 type 1\n"
  "type 3 array \"\" size 8 of 1 count 2\n"
  "object 1 global \"x\" base 64 size 8 type 2\n"
  "object 2 global \"count\" base 128 size 4 type 1\n"
  "object 3 stack \"i\" base 192 size 4 type 1 thread 1 place 1\n"
  "input 0 nondet.32 \"__VERIFIER_nondet_int\"\n"
  "loop 0 \"worker\" place 2 bound 4\n"
  "loop 1 \"main\" place 1 bound 64 sizes\n"
  "init 2+0 in0\n"
  "init 1+4 0xdeadbeef:32\n"
  "\n"
  "thread 0 \"main\"\n"
  "  v1 = ult.1 in0 9:32\n"
  "  assume v1\n"
  "  create 1 place 1 ; line 10\n"
  "  join 1\n"
  "  v2 = load.4 128:64 [2+0]\n"
  "  v3 = eq.1 v2 7:32\n"
  "  v4 = not.1 v3\n"
  "  assert v4 assertion \"count != 7 \\\\ \\t\\x01\" if v1 place 1 ; line 10\n"
  "\n"
  "thread 1 \"worker\"\n"
  "  atomic 1 {\n"
  "  v5 = load.4 64:64 [1+0] acquire locked\n"
  "  v6 = eq.1 in0 v5\n"
  "  v7 = add.32 in0 v5\n"
  "  store.4 128:64 v7 [2+0 1+4] if v6 place 2 ; line 20\n"
  "  }\n"
  "  fence seq_cst\n"
  "  block v6\n"
  "  local.4 v7 [3+0]\n"
  "  cut 0 if v6\n"
  "\n"
  "place 1 \"a.c\" \"main\" 10:3\n"
  "place 2 \"b \\\"c\\\".c\" \"worker\" 20:5 from 1 model\n";

/* ---- printing and parsing -------------------------------------------------------------------- */

static void
assert_prints(const struct prog *prog, const char *expected)
{
  struct str text = {0};
  prog_print(&text, prog, NULL);
  assert_string_equal(str_text(&text), expected);
  str_free(&text);
}

static void
assert_checks(const struct prog *prog)
{
  struct diags diags = {0};
  bool good = prog_check(prog, &diags);
  diags_print(&diags, stderr);
  assert_true(good);
  assert_int_equal(diags.errors, 0);
  diags_free(&diags);
}

/* print(parse(text)) is the text. */
static void
assert_round_trip(const char *text)
{
  struct diags diags = {0};
  struct prog *prog = prog_parse(text, "t", &diags);
  diags_print(&diags, stderr);
  assert_non_null(prog);
  assert_prints(prog, text);
  prog_free(prog);
  diags_free(&diags);
}

static void
the_sample_prints_and_parses(void **state)
{
  (void)state;
  struct prog *prog = sample();
  assert_checks(prog);
  assert_prints(prog, sample_text);
  assert_round_trip(sample_text);
  prog_free(prog);
}

static void
parsing_gives_every_field(void **state)
{
  (void)state;
  struct diags diags = {0};
  struct prog *a = sample(), *b = prog_parse(sample_text, "t", &diags);
  assert_non_null(b);
  assert_int_equal(a->events.n, b->events.n);
  for (size_t i = 0; i < a->events.n; i++) {
    const struct event *x = &a->events.at[i], *y = &b->events.at[i];
    assert_int_equal(x->kind, y->kind);
    assert_int_equal(x->bytes, y->bytes);
    assert_int_equal(x->n_targets, y->n_targets);
    assert_int_equal(x->order, y->order);
    assert_int_equal(x->locked, y->locked);
    assert_int_equal(x->section, y->section);
    assert_int_equal(x->child, y->child);
    assert_int_equal(x->place, y->place);
    assert_int_equal(x->fault, y->fault);
    assert_int_equal(!x->text, !y->text);
    if (x->text)
      assert_string_equal(x->text, y->text);
  }
  assert_int_equal(b->sections, 1);
  assert_int_equal(b->members.n, 2);
  assert_int_equal(b->types.at[2].n_members, 2);
  assert_int_equal(b->members.at[1].bits, 3);
  assert_int_equal(b->objects.at[LOCAL].thread, 1);
  assert_int_equal(b->loops.at[0].bound, 4);
  assert_int_equal(b->places.at[2].caller, 1);
  prog_free(a);
  prog_free(b);
}

static void
note_event(struct str *out, event_id event, void *argument)
{
  str_printf(out, "%s %u", (const char *)argument, (unsigned)event);
}

static void
notes_are_comments(void **state)
{
  (void)state;
  struct prog *prog = sample();
  struct prog_notes notes = {.event = note_event, .argument = "event"};
  struct str text = {0};
  prog_print(&text, prog, &notes);
  assert_non_null(strstr(str_text(&text), "  join 1 ; event 2\n"));
  struct diags diags = {0};
  struct prog *again = prog_parse(str_text(&text), "t", &diags);
  assert_non_null(again);
  assert_prints(again, sample_text);
  prog_free(again);
  prog_free(prog);
  str_free(&text);
}

/* A thread may be given what a later thread loads; the value is then announced. */
static void
values_loaded_later_are_announced(void **state)
{
  (void)state;
  assert_round_trip("prog 1 pointer 32\n"
                    "object 1 global \"x\" base 8 size 1\n"
                    "\n"
                    "thread 0 \"main\"\n"
                    "  create 1\n"
                    "  join 1\n"
                    "  v1 = loaded.8 3\n"
                    "  v2 = eq.1 v1 3:8\n"
                    "  assert v2 memory \"x\"\n"
                    "\n"
                    "thread 1 \"f\"\n"
                    "  v1 = load.1 8:32 [1+0]\n");
}

/* ---- random progs ---------------------------------------------------------------------------- */

static value_id
random_value(struct prog *prog, uint64_t *seed, const value_id *pool, size_t n, unsigned width)
{
  value_id a = pool[random_below(seed, (uint32_t)n)], b = pool[random_below(seed, (uint32_t)n)];
  a = value_resize(prog, a, width, random_below(seed, 2));
  b = value_resize(prog, b, width, random_below(seed, 2));
  if (random_below(seed, 4) == 0)
    b = value_const(prog, width, random_below(seed, 1u << 31));
  value_id c = value_op(prog, OP_AND + random_below(seed, OP_ASHR - OP_AND + 1), 0, a, b, 0, 0);
  value_id d = value_op(prog, OP_EQ + random_below(seed, 3), 0, a, c, 0, 0);
  return value_ite(prog, d, c, value_not(prog, b));
}

static struct prog *
random_prog(uint64_t seed)
{
  struct prog *prog = prog_new();
  VEC(value_id) pool = {0};
  add_tables(prog);
  for (unsigned i = 0; i < 3; i++)
    vec_push(&pool,
             value_input(prog, (struct input){.width = (uint8_t)(1 + random_below(&seed, 64)),
                                              .name = "in"}));
  vec_push(&prog->inits, ((struct init){COUNT, 0, random_value(prog, &seed, pool.at, pool.n, 32)}));
  for (thread_id t = 0; t < 2; t++) {
    add_thread(prog, "f");
    if (t == 0)
      add_event(prog, (struct event){.kind = EVENT_CREATE, .guard = VALUE_TRUE, .child = 1});
    for (unsigned i = 0; i < 20; i++) {
      enum event_kind kind = random_below(&seed, 2) ? EVENT_LOAD : EVENT_STORE;
      struct event event = access(prog, kind, 1 + random_below(&seed, 2), 4);
      event.guard = random_value(prog, &seed, pool.at, pool.n, 1);
      event.addr = random_value(prog, &seed, pool.at, pool.n, 64);
      event.order = random_below(&seed, 6);
      event.locked = random_below(&seed, 2);
      event.section = random_below(&seed, 2) ? vec_last(&prog->threads).end + 1 : 0;
      prog->sections = event.section > prog->sections ? event.section : prog->sections;
      event.value = kind == EVENT_STORE ? random_value(prog, &seed, pool.at, pool.n, 32)
                                        : value_loaded(prog, 32, (event_id)prog->events.n);
      add_event(prog, event);
      vec_push(&pool, event.value);
    }
  }
  vec_free(&pool);
  return prog;
}

static void
extents_and_marks(void **state)
{
  (void)state;
  assert_round_trip("prog 1 pointer 64\n"
                    "object 1 heap \"malloc\" base 64 size 16 extent 2\n"
                    "object 2 global \"extent\" base 128 size 8 internal\n"
                    "input 0 nondet.1 \"choice\"\n"
                    "\n"
                    "thread 0 \"main\"\n"
                    "  mark if in0\n");
}

static void
random_progs_survive_a_round_trip(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    struct prog *prog = random_prog(seed);
    struct str text = {0};
    assert_checks(prog);
    prog_print(&text, prog, NULL);
    assert_round_trip(str_text(&text));
    str_free(&text);
    prog_free(prog);
  }
}

/* ---- texts that are no prog ------------------------------------------------------------------ */

static void
problems_have_a_place(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    unsigned line, column;
    const char *problem;
  } cases[] = {
    {"", 1, 1, "expected \"prog 1 pointer 64\" on the first line"},
    {"prog 2 pointer 64\n", 1, 8, "this version of the text form is not known"},
    {"prog 1 pointer 64\nfrob\n", 2, 1, "expected a definition or an event"},
    {"prog 1 pointer 64\nthread 1 \"f\"\n", 2, 8, "entries must be numbered one after the other"},
    {"prog 1 pointer 64\nthread 0 f\n", 2, 10, "expected a string"},
    {"prog 1 pointer 64\nthread 0 \"f\n", 2, 10, "the string does not end on its line"},
    {"prog 1 pointer 64\nthread 0 \"\\q\"\n", 2, 10, "not an escape sequence"},
    {"prog 1 pointer 64\nthread 0 \"f\" 3\n", 2, 14, "nothing more is expected on this line"},
    {"prog 1 pointer 64\nthread 0 \"f\"\n  assume v3\n", 3, 10, "this value is not defined above"},
    {"prog 1 pointer 64\nthread 0 \"f\"\n  assume in0\n", 3, 10, "no such input"},
    {"prog 1 pointer 64\nthread 0 \"f\"\n  assume\n", 3, 9, "expected a value"},
    {"prog 1 pointer 64\nv1 = add.8 1:8 1:9\n", 2, 19, "the widths do not fit"},
    {"prog 1 pointer 64\nv1 = add.65 1:8 1:9\n", 2, 10, "the number is too large"},
    {"prog 1 pointer 64\nv1 = add.8 256:8 1:8\n", 2, 18, "the constant does not fit its width"},
    {"prog 1 pointer 64\nv1 = add.8 1:8 1:8\nv1 = not.8 1:8\n", 3, 15,
     "this value is already defined"},
    {"prog 1 pointer 64\nv1 = frob.8 1:8\n", 2, 6, "expected an operation"},
    {"prog 1 pointer 64\nassume true\n", 2, 12, "an event must be in a thread"},
    {"prog 1 pointer 64\nthread 0 \"f\"\nload.4 1:64 []\n", 3, 5,
     "a load defines a value: v1 = load ..."},
    {"prog 1 pointer 64\n}\n", 2, 2, "no atomic section is open here"},
    {"prog 1 pointer 64\natomic 1 {\natomic 2 {\n}\n", 3, 11, "atomic sections do not nest"},
    {"prog 1 pointer 64\ninit 99999999999999999999+0 1:8\n", 2, 6,
     "the number does not fit into 64 bits"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct diags diags = {0};
    assert_null(prog_parse(cases[i].text, "t", &diags));
    assert_int_equal(diags.errors, 1);
    assert_string_equal(diags.all.at[0].text, cases[i].problem);
    assert_string_equal(diags.all.at[0].file, "t");
    assert_int_equal(diags.all.at[0].line, cases[i].line);
    assert_int_equal(diags.all.at[0].column, cases[i].column);
    diags_free(&diags);
  }
}

static void
what_parses_obeys_the_rules(void **state)
{
  (void)state;
  struct diags diags = {0};
  assert_null(prog_parse("prog 1 pointer 64\nthread 0 \"f\"\n  join 7\n", "t", &diags));
  assert_int_equal(diags.errors, 1);
  assert_string_equal(diags.all.at[0].text, "event 0: no such child");
  diags_free(&diags);
}

/* Whatever the text, parsing ends, and a prog it gives can be printed and read again. */
static void
try_text(const char *text)
{
  struct diags diags = {0};
  struct prog *prog = prog_parse(text, "t", &diags);
  assert_int_equal(prog == NULL, diags.errors > 0);
  if (prog) {
    struct str printed = {0};
    prog_print(&printed, prog, NULL);
    assert_round_trip(str_text(&printed));
    str_free(&printed);
    prog_free(prog);
  }
  diags_free(&diags);
}

static void
damaged_texts_do_no_harm(void **state)
{
  (void)state;
  static const char alphabet[] = "v0123456789 .:+[]{}=\"\\;x\n\nif,in0 true false load \x80\x01";
  uint64_t seed = 7;
  size_t n = sizeof sample_text - 1;
  char *text = mem_alloc(sizeof sample_text);
  for (unsigned round = 0; round < 4000; round++) {
    memcpy(text, sample_text, sizeof sample_text);
    if (round < n)
      text[round] = 0;
    for (unsigned i = random_below(&seed, 4); i > 0; i--)
      text[random_below(&seed, (uint32_t)n)] = alphabet[random_below(&seed, sizeof alphabet - 1)];
    try_text(text);
  }
  free(text);
}

/* ---- the checker ----------------------------------------------------------------------------- */

/* Events of the sample. */
enum { ASSUME, CREATE, JOIN, MAIN_LOAD, ASSERT, LOAD, STORE, FENCE, BLOCK, SET, CUT };

#define BREAK(name, statement)                                                                     \
  static void name(struct prog *p)                                                                 \
  {                                                                                                \
    statement;                                                                                     \
  }
#define EVENT(e) (p->events.at[e])
BREAK(pointer_width, p->pointer_bits = 48)
BREAK(no_true, p->values.at[1].imm = 0)
BREAK(bad_op, vec_last(&p->values).op = OP_SEXT + 1)
BREAK(zero_width, vec_last(&p->values).width = 0)
BREAK(large_constant, (p->values.at[value_const(p, 8, 1)].imm = 256))
BREAK(missing_input, p->values.at[2].imm = 9)
BREAK(input_width, p->inputs.at[0].width = 31)
BREAK(loaded_by_another, p->values.at[EVENT(LOAD).value].imm = MAIN_LOAD)
BREAK(loaded_by_a_store, p->values.at[EVENT(LOAD).value].imm = STORE)
BREAK(loaded_by_nothing, p->values.at[EVENT(LOAD).value].imm = 1000)
BREAK(younger_argument, p->values.at[EVENT(STORE).value].arg[1] = EVENT(STORE).value)
BREAK(missing_argument, p->values.at[EVENT(STORE).value].arg[1] = 1000)
BREAK(argument_width, p->values.at[EVENT(STORE).value].arg[1] = VALUE_TRUE)
BREAK(result_width, p->values.at[EVENT(STORE).value].width = 33)
BREAK(type_name, p->types.at[1].name = NULL)
BREAK(type_kind, p->types.at[1].kind = TYPE_UNION + 1)
BREAK(type_element, p->types.at[3].element = 9)
BREAK(type_members, p->types.at[2].n_members = 3)
BREAK(member_type, p->members.at[0].type = 9)
BREAK(member_name, p->members.at[0].name = NULL)
BREAK(place_file, p->places.at[1].file = NULL)
BREAK(place_cycle, p->places.at[1].caller = 2)
BREAK(input_kind, p->inputs.at[0].kind = INPUT_ADDRESS + 1)
BREAK(input_no_width, p->inputs.at[0].width = 0; p->values.at[2].width = 0)
BREAK(input_name, p->inputs.at[0].name = NULL)
BREAK(input_place, p->inputs.at[0].place = 9)
BREAK(loop_function, p->loops.at[0].function = NULL)
BREAK(loop_place, p->loops.at[0].place = 9)
BREAK(object_kind, p->objects.at[X].kind = OBJECT_FUNCTION + 1)
BREAK(object_name, p->objects.at[X].name = NULL)
BREAK(object_type, p->objects.at[X].type = 9)
BREAK(object_thread, p->objects.at[X].thread = 9)
BREAK(object_place, p->objects.at[X].place = 9)
BREAK(object_null, p->objects.at[X].base = 0)
BREAK(object_beyond, p->objects.at[LOCAL].size = UINT64_MAX)
BREAK(object_touches, p->objects.at[X].base = 120)
BREAK(object_overlaps, p->objects.at[X].base = 126)
BREAK(init_value, p->inits.at[0].value = 1000)
BREAK(init_loaded, p->inits.at[0].value = EVENT(LOAD).value)
BREAK(init_bits, p->inits.at[0].value = VALUE_TRUE)
BREAK(init_outside, p->inits.at[0].offset = 1)
BREAK(init_wraps, p->inits.at[0].offset = UINT64_MAX)
BREAK(init_nowhere, p->inits.at[0].object = 0)
BREAK(init_twice, p->inits.at[0].object = X; p->inits.at[0].offset = 1)
BREAK(no_threads, p->threads.n = 0; p->events.n = 0)
BREAK(thread_name, p->threads.at[1].name = NULL)
BREAK(thread_parent, p->threads.at[1].parent = 1)
BREAK(main_parent, p->threads.at[0].parent = 1)
BREAK(thread_gap, p->threads.at[1].first++)
BREAK(thread_overlap, p->threads.at[0].end++)
BREAK(thread_end, p->threads.at[1].end--)
BREAK(thread_beyond, p->threads.at[1].end++)
BREAK(not_created, EVENT(CREATE).kind = EVENT_FENCE)
BREAK(created_twice, EVENT(JOIN).kind = EVENT_CREATE)
BREAK(create_nothing, EVENT(CREATE).child = 2)
BREAK(create_main, EVENT(CREATE).child = 0)
BREAK(create_by_child, EVENT(FENCE) = EVENT(CREATE); EVENT(CREATE).kind = EVENT_FENCE)
BREAK(section_missing, p->sections = 0)
BREAK(section_split, EVENT(BLOCK).section = 1)
BREAK(section_shared, EVENT(JOIN).section = 1)
BREAK(event_kind, EVENT(FENCE).kind = EVENT_MARK + 1)
BREAK(guard_width, EVENT(FENCE).guard = EVENT(LOAD).value)
BREAK(guard_missing, EVENT(FENCE).guard = 1000)
BREAK(event_place, EVENT(FENCE).place = 9)
BREAK(event_order, EVENT(FENCE).order = ORDER_SEQ_CST + 1)
BREAK(locked_fence, EVENT(FENCE).locked = true)
BREAK(load_value, EVENT(LOAD).value = EVENT(STORE).value)
BREAK(address_width, EVENT(STORE).addr = EVENT(STORE).value)
BREAK(address_missing, EVENT(STORE).addr = 1000)
BREAK(store_bytes, EVENT(STORE).bytes = 2)
BREAK(store_no_bytes, EVENT(STORE).bytes = 0)
BREAK(store_value, EVENT(STORE).value = VALUE_TRUE)
BREAK(no_targets, EVENT(STORE).first_target = 100)
BREAK(target_outside, p->targets.at[EVENT(STORE).first_target].offset = 1)
BREAK(target_object, p->targets.at[EVENT(STORE).first_target].object = 9)
BREAK(local_targets, EVENT(SET).n_targets = 0)
BREAK(assert_text, EVENT(ASSERT).text = NULL)
BREAK(assert_fault, EVENT(ASSERT).fault = FAULT_RACE + 1)
BREAK(assert_value, EVENT(ASSERT).value = EVENT(LOAD).value)
BREAK(block_value, EVENT(BLOCK).value = EVENT(LOAD).value)
BREAK(assume_value, EVENT(ASSUME).value = 1000)
BREAK(join_nothing, EVENT(JOIN).child = 2)
BREAK(join_itself, EVENT(JOIN).child = 0)
BREAK(cut_loop, EVENT(CUT).loop = 2)
BREAK(guard_too_early, EVENT(LOAD).guard = EVENT(STORE).guard)
BREAK(value_too_early, EVENT(ASSUME).value = EVENT(ASSERT).value)
#undef EVENT
#undef BREAK

static void
assert_breach(void (*damage)(struct prog *), const char *message)
{
  struct prog *prog = sample();
  struct diags diags = {0};
  bool found = false;
  damage(prog);
  assert_false(prog_check(prog, &diags));
  for (size_t i = 0; i < diags.all.n; i++)
    found |= !strcmp(diags.all.at[i].text, message);
  if (!found)
    diags_print(&diags, stderr);
  assert_true(found);
  diags_free(&diags);
  prog_free(prog);
}

static void
breaches_of_tables_are_found(void **state)
{
  (void)state;
  assert_breach(pointer_width, "pointers have 48 bits, not 32 or 64");
  assert_breach(type_name, "type 1: has no name");
  assert_breach(type_kind, "type 1: unknown kind");
  assert_breach(type_element, "type 3: no such element type");
  assert_breach(type_members, "type 2: no such members");
  assert_breach(member_type, "member 0: no such type");
  assert_breach(member_name, "member 0: has no name");
  assert_breach(place_file, "place 1: has no file or function");
  assert_breach(place_cycle, "place 1: is not after its caller");
  assert_breach(input_kind, "input 0: unknown kind");
  assert_breach(input_no_width, "input 0: width is not 1 to 64");
  assert_breach(input_name, "input 0: has no name");
  assert_breach(input_place, "input 0: no such place");
  assert_breach(loop_function, "loop 0: has no function");
  assert_breach(loop_place, "loop 0: no such place");
}

static void
breaches_of_values_are_found(void **state)
{
  (void)state;
  struct prog *prog = sample();
  char text[80];
  value_id loaded = prog->events.at[LOAD].value, sum = prog->events.at[STORE].value;
  value_id last = (value_id)prog->values.n - 1;
  prog_free(prog);
  assert_breach(no_true, "value 1: is not the Boolean it must be");
#define BREACH(damage, value, problem)                                                             \
  (snprintf(text, sizeof text, "value %u: " problem, (unsigned)(value)),                           \
   assert_breach(damage, text))
  BREACH(bad_op, last, "unknown operation");
  BREACH(zero_width, last, "width is not 1 to 64");
  BREACH(large_constant, last + 1, "constant exceeds its width");
  BREACH(missing_input, 2, "no such input");
  BREACH(input_width, 2, "width differs from the input's");
  BREACH(loaded_by_another, loaded, "is not the result of its load");
  BREACH(loaded_by_a_store, loaded, "is not the result of its load");
  BREACH(loaded_by_nothing, loaded, "is not the result of its load");
  BREACH(younger_argument, sum, "argument is not an older value");
  BREACH(missing_argument, sum, "argument is not an older value");
  BREACH(argument_width, sum, "widths do not fit");
  BREACH(result_width, sum, "widths do not fit");
#undef BREACH
}

static void
breaches_of_memory_are_found(void **state)
{
  (void)state;
  assert_breach(object_kind, "object 1: unknown kind");
  assert_breach(object_name, "object 1: has no name");
  assert_breach(object_type, "object 1: no such type");
  assert_breach(object_thread, "object 1: no such thread");
  assert_breach(object_place, "object 1: no such place");
  assert_breach(object_null, "object 1: is not within the addresses");
  assert_breach(object_beyond, "object 3: is not within the addresses");
  assert_breach(object_touches, "object 2: overlaps or touches another object");
  assert_breach(object_overlaps, "object 2: overlaps or touches another object");
  assert_breach(init_value, "init 0: no such value");
  assert_breach(init_loaded, "init 0: depends on a load");
  assert_breach(init_bits, "init 0: is not whole bytes");
  assert_breach(init_outside, "init 0: is not within an object");
  assert_breach(init_wraps, "init 0: is not within an object");
  assert_breach(init_nowhere, "init 0: is not within an object");
  assert_breach(init_twice, "init 1: overlaps another one");
}

static void
breaches_of_threads_are_found(void **state)
{
  (void)state;
  assert_breach(no_threads, "thread 0: is missing");
  assert_breach(thread_name, "thread 1: has no name");
  assert_breach(thread_parent, "thread 1: is not after its parent");
  assert_breach(main_parent, "thread 0: is not after its parent");
  assert_breach(thread_gap, "thread 1: its events do not follow those of the thread before");
  assert_breach(thread_overlap, "thread 1: its events do not follow those of the thread before");
  assert_breach(thread_end, "event 10: belongs to no thread");
  assert_breach(thread_beyond, "thread 1: its events do not follow those of the thread before");
  assert_breach(not_created, "thread 1: is not created exactly once");
  assert_breach(created_twice, "thread 1: is not created exactly once");
  assert_breach(create_nothing, "event 1: no such child");
  assert_breach(create_main, "event 1: no such child");
  assert_breach(create_by_child, "event 7: creates a thread with another parent");
  assert_breach(section_missing, "event 5: no such section");
  assert_breach(section_split, "event 8: its section is not consecutive");
  assert_breach(section_shared, "event 5: its section is not consecutive");
}

static void
breaches_of_events_are_found(void **state)
{
  (void)state;
  assert_breach(event_kind, "event 7: unknown kind");
  assert_breach(guard_width, "event 7: its guard is not a Boolean");
  assert_breach(guard_missing, "event 7: its guard is not a Boolean");
  assert_breach(event_place, "event 7: no such place");
  assert_breach(event_order, "event 7: unknown memory order");
  assert_breach(locked_fence, "event 7: locked, but no access");
  assert_breach(load_value, "event 5: its value is not what it loads");
  assert_breach(address_width, "event 6: its address is not as wide as a pointer");
  assert_breach(address_missing, "event 6: its address is not as wide as a pointer");
  assert_breach(store_bytes, "event 6: its value does not have its bytes");
  assert_breach(store_no_bytes, "event 6: its value does not have its bytes");
  assert_breach(store_value, "event 6: its value does not have its bytes");
  assert_breach(no_targets, "event 6: no such targets");
  assert_breach(target_outside, "event 6: a target is not within an object");
  assert_breach(target_object, "event 6: a target is not within an object");
  assert_breach(local_targets, "event 9: does not have exactly one target");
  assert_breach(assert_text, "event 4: an assertion without a text");
  assert_breach(assert_fault, "event 4: unknown fault");
  assert_breach(assert_value, "event 4: its condition is not a Boolean");
  assert_breach(block_value, "event 8: its condition is not a Boolean");
  assert_breach(assume_value, "event 0: its condition is not a Boolean");
  assert_breach(join_nothing, "event 2: no such child");
  assert_breach(join_itself, "event 2: no such child");
  assert_breach(cut_loop, "event 10: no such loop");
  assert_breach(guard_too_early, "event 5: uses a value before it is loaded");
  assert_breach(value_too_early, "event 0: uses a value before it is loaded");
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_sample_prints_and_parses),
    cmocka_unit_test(parsing_gives_every_field),
    cmocka_unit_test(notes_are_comments),
    cmocka_unit_test(values_loaded_later_are_announced),
    cmocka_unit_test(extents_and_marks),
    cmocka_unit_test(random_progs_survive_a_round_trip),
    cmocka_unit_test(problems_have_a_place),
    cmocka_unit_test(what_parses_obeys_the_rules),
    cmocka_unit_test(damaged_texts_do_no_harm),
    cmocka_unit_test(breaches_of_tables_are_found),
    cmocka_unit_test(breaches_of_values_are_found),
    cmocka_unit_test(breaches_of_memory_are_found),
    cmocka_unit_test(breaches_of_threads_are_found),
    cmocka_unit_test(breaches_of_events_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
