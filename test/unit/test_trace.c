/* Names, values and traces on hand-built progs. Source files that a trace quotes are written into
 * the working directory and removed again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trace/trace.h"

/* ---- building ------------------------------------------------------------ */

struct fixture {
  struct prog *prog;
  struct run run;
  struct schedule schedule;
  uint64_t next_address;
};

static void
begin(struct fixture *f)
{
  *f = (struct fixture){.prog = prog_new(), .next_address = 4096};
  f->prog->pointer_bits = 64;
}

static void
end(struct fixture *f)
{
  prog_free(f->prog);
  run_free(&f->run);
  schedule_free(&f->schedule);
}

static type_id
add_type(struct fixture *f, enum type_kind kind, const char *name, uint64_t size, type_id element,
         uint64_t count)
{
  struct type type = {.kind = kind, .name = name, .size = size, .element = element, .count = count};
  vec_push(&f->prog->types, type);
  return (type_id)f->prog->types.n - 1;
}

static type_id
add_aggregate(struct fixture *f, enum type_kind kind, const char *name, uint64_t size, uint32_t n,
              const struct type_member *members)
{
  type_id id = add_type(f, kind, name, size, 0, 0);
  f->prog->types.at[id].first_member = (uint32_t)f->prog->members.n;
  f->prog->types.at[id].n_members = n;
  for (uint32_t i = 0; i < n; i++)
    vec_push(&f->prog->members, members[i]);
  return id;
}

static object_id
add_object(struct fixture *f, enum object_kind kind, const char *name, type_id type, uint64_t size,
           thread_id thread)
{
  struct object object = {.kind = kind,
                          .name = name,
                          .base = f->next_address,
                          .size = size,
                          .type = type,
                          .thread = thread};
  f->next_address += size + 64;
  vec_push(&f->prog->objects, object);
  return (object_id)f->prog->objects.n - 1;
}

static object_id
add_global(struct fixture *f, const char *name, type_id type)
{
  return add_object(f, OBJECT_GLOBAL, name, type, f->prog->types.at[type].size, 0);
}

static place_id
add_place(struct fixture *f, const char *file, const char *function, uint32_t line, place_id caller)
{
  struct place place = {file, function, line, 1, caller, !strncmp(file, "share/models/", 13)};
  vec_push(&f->prog->places, place);
  return (place_id)f->prog->places.n - 1;
}

/* Threads are declared first; their events follow thread by thread. */
static void
add_thread(struct fixture *f, const char *name, thread_id parent)
{
  event_id here = (event_id)f->prog->events.n;
  struct thread thread = {name, parent, here, here};
  vec_push(&f->prog->threads, thread);
}

static event_id
add_event(struct fixture *f, struct event event)
{
  event.guard = VALUE_TRUE;
  vec_push(&f->prog->events, event);
  vec_last(&f->prog->threads).end = (event_id)f->prog->events.n;
  return (event_id)f->prog->events.n - 1;
}

static event_id
add_access(struct fixture *f, enum event_kind kind, object_id object, uint64_t offset,
           uint32_t bytes, uint32_t section, place_id place)
{
  struct target target = {object, offset};
  vec_push(&f->prog->targets, target);
  return add_event(f, (struct event){.kind = kind,
                                     .bytes = bytes,
                                     .first_target = (uint32_t)f->prog->targets.n - 1,
                                     .n_targets = 1,
                                     .section = section,
                                     .place = place});
}

static event_id
add_child_event(struct fixture *f, enum event_kind kind, thread_id child, place_id place)
{
  return add_event(f, (struct event){.kind = kind, .child = child, .place = place});
}

static event_id
add_assert(struct fixture *f, enum fault fault, const char *text, place_id place)
{
  return add_event(
    f, (struct event){.kind = EVENT_ASSERT, .fault = fault, .text = text, .place = place});
}

static void
happens(struct fixture *f, event_id id, uint32_t context, uint64_t value)
{
  const struct event *event = &f->prog->events.at[id];
  struct step step = {.event = id, .context = context, .value = value};
  if (event->kind == EVENT_LOAD || event->kind == EVENT_STORE) {
    const struct target *target = &f->prog->targets.at[event->first_target];
    step.addr = f->prog->objects.at[target->object].base + target->offset;
  }
  vec_push(&f->run.steps, step);
}

static void
fails(struct fixture *f, event_id id, uint32_t context)
{
  happens(f, id, context, 0);
  f->run.end = RUN_VIOLATION;
  f->run.at = id;
}

static void
write_file(const char *name, const char *text)
{
  FILE *file = fopen(name, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void
show(const struct str *text)
{
  if (getenv("HEDDLE_TEST_SHOW"))
    printf("%s\n", str_text(text));
}

static void
expect_trace(struct fixture *f, const char *expected)
{
  struct trace_input input = {f->prog, NULL, &f->schedule, &f->run, NULL};
  struct str out = {0};
  trace_text(&out, &input, &(struct trace_style){.full = true});
  show(&out);
  assert_string_equal(str_text(&out), expected);
  str_free(&out);
}

/* ---- names and values ---------------------------------------------------- */

static void
expect_named(struct fixture *f, object_id object, uint64_t offset, uint32_t bytes,
             const char *expected)
{
  struct str out = {0};
  name_memory(&out, f->prog, object, offset, bytes);
  assert_string_equal(str_text(&out), expected);
  str_free(&out);
}

static void
expect_shown(struct fixture *f, object_id object, uint64_t offset, uint32_t bytes, uint64_t value,
             const char *expected)
{
  struct str out = {0};
  name_value(&out, f->prog, object, offset, bytes, value);
  assert_string_equal(str_text(&out), expected);
  str_free(&out);
}

static void
scalars(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  struct type_member colours[] = {{"RED", 0, 0, 0}, {"BLUE", (uint64_t)-1, 0, 0}};
  object_id i = add_global(&f, "i", add_type(&f, TYPE_SIGNED, "int", 4, 0, 0));
  object_id u = add_global(&f, "u", add_type(&f, TYPE_UNSIGNED, "unsigned", 4, 0, 0));
  object_id b = add_global(&f, "b", add_type(&f, TYPE_BOOL, "_Bool", 1, 0, 0));
  object_id c = add_global(&f, "c", add_type(&f, TYPE_CHAR, "char", 1, 0, 0));
  object_id e = add_global(&f, "e", add_aggregate(&f, TYPE_ENUM, "enum colour", 4, 2, colours));
  object_id x = add_global(&f, "x", add_type(&f, TYPE_FLOAT, "float", 4, 0, 0));
  object_id d = add_global(&f, "d", add_type(&f, TYPE_FLOAT, "double", 8, 0, 0));
  expect_named(&f, i, 0, 4, "i");
  expect_named(&f, i, 1, 1, "i[byte 1]");
  expect_named(&f, i, 2, 2, "i[bytes 2-3]");
  expect_shown(&f, i, 0, 4, 0xffffffff, "-1");
  expect_shown(&f, i, 1, 1, 0xfe, "0xfe");
  expect_shown(&f, u, 0, 4, 0xffffffff, "4294967295");
  expect_shown(&f, b, 0, 1, 1, "true");
  expect_shown(&f, b, 0, 1, 0, "false");
  expect_shown(&f, b, 0, 1, 7, "7");
  expect_shown(&f, c, 0, 1, 'a', "'a'");
  expect_shown(&f, c, 0, 1, '\'', "'\\''");
  expect_shown(&f, c, 0, 1, 0, "'\\0'");
  expect_shown(&f, c, 0, 1, 0xff, "-1");
  expect_shown(&f, e, 0, 4, 0, "RED");
  expect_shown(&f, e, 0, 4, 0xffffffff, "BLUE");
  expect_shown(&f, e, 0, 4, 5, "5");
  expect_shown(&f, x, 0, 4, 0x3dcccccd, "0.1");
  expect_shown(&f, x, 0, 4, 0x40000000, "2.0");
  expect_shown(&f, d, 0, 8, UINT64_C(0x3fd5555555555555), "0.3333333333333333");
  expect_shown(&f, d, 0, 8, UINT64_C(0x7ff0000000000000), "inf");
  end(&f);
}

/* struct stack { struct node array[3]; int head; pthread_mutex_t lock; },
 * struct node { int value; struct node *next; } */
struct stack_types {
  type_id integer, node, node_pointer, nodes, mutex, stack;
};

static struct stack_types
add_stack_types(struct fixture *f)
{
  struct stack_types t;
  t.integer = add_type(f, TYPE_SIGNED, "int", 4, 0, 0);
  t.node_pointer = add_type(f, TYPE_POINTER, "struct node *", 8, 0, 0);
  struct type_member node[] = {{"value", 0, 0, t.integer}, {"next", 64, 0, t.node_pointer}};
  t.node = add_aggregate(f, TYPE_STRUCT, "struct node", 16, 2, node);
  f->prog->types.at[t.node_pointer].element = t.node;
  t.nodes = add_type(f, TYPE_ARRAY, "", 48, t.node, 3);
  struct type_member data[] = {{"__lock", 0, 0, t.integer}, {"__kind", 32, 0, t.integer}};
  type_id inside = add_aggregate(f, TYPE_STRUCT, "struct __pthread_mutex_s", 8, 2, data);
  struct type_member mutex[] = {{"__data", 0, 0, inside}};
  t.mutex = add_aggregate(f, TYPE_UNION, "pthread_mutex_t", 8, 1, mutex);
  struct type_member stack[] = {
    {"array", 0, 0, t.nodes}, {"head", 48 * 8, 0, t.integer}, {"lock", 56 * 8, 0, t.mutex}};
  t.stack = add_aggregate(f, TYPE_STRUCT, "struct stack", 64, 3, stack);
  return t;
}

static void
aggregates(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  struct stack_types t = add_stack_types(&f);
  object_id s = add_global(&f, "stack", t.stack);
  expect_named(&f, s, 24, 8, "stack.array[1].next");
  expect_named(&f, s, 32, 4, "stack.array[2].value");
  expect_named(&f, s, 48, 4, "stack.head");
  expect_named(&f, s, 52, 4, "stack[bytes 52-55]"); /* padding */
  expect_named(&f, s, 56, 4, "stack.lock.__data.__lock");
  expect_named(&f, s, 16, 16, "stack.array[1]");
  expect_named(&f, s, 0, 32, "stack.array[0..1]");
  expect_named(&f, s, 25, 1, "stack.array[1].next[byte 1]");
  expect_shown(&f, s, 48, 4, 2, "2");
  /* a struct that fits into one word, as compare-exchange loops use them */
  struct type_member tagged[] = {{"index", 0, 0, t.integer}, {"tag", 32, 0, t.integer}};
  object_id h = add_global(&f, "head", add_aggregate(&f, TYPE_STRUCT, "struct h", 8, 2, tagged));
  expect_named(&f, h, 0, 8, "head");
  expect_shown(&f, h, 0, 8, UINT64_C(0x00000003ffffffff), "{index = -1, tag = 3}");
  /* int grid[2][3] */
  type_id line = add_type(&f, TYPE_ARRAY, "", 12, t.integer, 3);
  object_id grid = add_global(&f, "grid", add_type(&f, TYPE_ARRAY, "", 24, line, 2));
  expect_named(&f, grid, 20, 4, "grid[1][2]");
  expect_named(&f, grid, 12, 8, "grid[1][0..1]");
  expect_shown(&f, grid, 12, 8, UINT64_C(0x0000000200000001), "{1, 2}");
  end(&f);
}

static void
unions_and_bit_fields(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  type_id integer = add_type(&f, TYPE_SIGNED, "int", 4, 0, 0);
  type_id wide = add_type(&f, TYPE_SIGNED, "long", 8, 0, 0);
  type_id byte = add_type(&f, TYPE_CHAR, "char", 1, 0, 0);
  type_id bytes = add_type(&f, TYPE_ARRAY, "", 8, byte, 8);
  struct type_member choice[] = {
    {"bytes", 0, 0, bytes}, {"all", 0, 0, wide}, {"low", 0, 0, integer}};
  type_id either = add_aggregate(&f, TYPE_UNION, "", 8, 3, choice);
  struct type_member outer[] = {{"", 0, 0, either}, {"after", 64, 0, integer}};
  object_id o = add_global(&f, "o", add_aggregate(&f, TYPE_STRUCT, "struct o", 16, 2, outer));
  expect_named(&f, o, 0, 8, "o.all");
  expect_named(&f, o, 0, 4, "o.low");
  expect_named(&f, o, 3, 1, "o.bytes[3]");
  expect_named(&f, o, 8, 4, "o.after");
  expect_shown(&f, o, 0, 8, UINT64_MAX, "-1");
  struct type_member fields[] = {
    {"a", 0, 3, integer}, {"b", 3, 5, integer}, {"c", 32, 7, integer}, {"d", 64, 0, integer}};
  object_id s = add_global(&f, "s", add_aggregate(&f, TYPE_STRUCT, "struct s", 12, 4, fields));
  expect_named(&f, s, 0, 4, "s.{a,b}");
  expect_shown(&f, s, 0, 4, 0x0f, "{a = -1, b = 1}");
  expect_named(&f, s, 4, 1, "s.c");
  expect_shown(&f, s, 4, 1, 5, "5");
  expect_named(&f, s, 8, 4, "s.d");
  end(&f);
}

static void
pointers(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  struct stack_types t = add_stack_types(&f);
  object_id s = add_global(&f, "stack", t.stack);
  uint64_t base = f.prog->objects.at[s].base;
  object_id top = add_global(&f, "top", t.node_pointer);
  object_id any = add_global(&f, "any", add_type(&f, TYPE_POINTER, "void *", 8, 0, 0));
  object_id number = add_global(&f, "number", add_type(&f, TYPE_POINTER, "int *", 8, t.integer, 0));
  object_id function = add_object(&f, OBJECT_FUNCTION, "worker", 0, 1, 0);
  expect_shown(&f, top, 0, 8, 0, "NULL");
  expect_shown(&f, top, 0, 8, base, "&stack.array[0]");
  expect_shown(&f, top, 0, 8, base + 16, "&stack.array[1]");
  expect_shown(&f, top, 0, 8, base + 17, "&stack[byte 17]");
  expect_shown(&f, number, 0, 8, base + 16, "&stack.array[1].value");
  expect_shown(&f, number, 0, 8, base + 48, "&stack.head");
  expect_shown(&f, any, 0, 8, base, "&stack");
  expect_shown(&f, any, 0, 8, base + 48, "&stack.head");
  expect_shown(&f, any, 0, 8, f.prog->objects.at[function].base, "worker");
  expect_shown(&f, any, 0, 8, base + 5000, "0x2388");
  object_id a = add_global(&f, "a", t.nodes);
  expect_shown(&f, top, 0, 8, f.prog->objects.at[a].base + 48, "&a[3]"); /* one past the end */
  object_id n = add_global(&f, "n", t.integer);
  expect_shown(&f, number, 0, 8, f.prog->objects.at[n].base + 4, "&n + 1");
  end(&f);
}

static void
heap(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  struct stack_types t = add_stack_types(&f);
  object_id first = add_object(&f, OBJECT_HEAP, "malloc", t.node, 16, 0);
  object_id second = add_object(&f, OBJECT_HEAP, "malloc", t.node, 16, 0);
  object_id several = add_object(&f, OBJECT_HEAP, "malloc", t.node, 48, 0);
  object_id raw = add_object(&f, OBJECT_HEAP, "malloc", 0, 16, 0);
  expect_named(&f, first, 8, 8, "node#1.next");
  expect_named(&f, second, 0, 4, "node#2.value");
  expect_named(&f, several, 40, 8, "node#3[2].next");
  expect_named(&f, raw, 8, 8, "malloc#1[bytes 8-15]");
  expect_named(&f, raw, 8, 1, "malloc#1[byte 8]");
  expect_shown(&f, first, 8, 8, f.prog->objects.at[second].base, "&node#2");
  expect_shown(&f, first, 8, 8, f.prog->objects.at[several].base + 16, "&node#3[1]");
  expect_shown(&f, raw, 8, 4, 0xffffffff, "-1");
  expect_shown(&f, raw, 8, 8, f.prog->objects.at[second].base, "4176 (&node#2)");
  end(&f);
}

/* A struct that ends in an array without a length, allocated with room for three. */
static void
flexible_array(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  type_id integer = add_type(&f, TYPE_SIGNED, "int", 4, 0, 0);
  type_id open = add_type(&f, TYPE_ARRAY, "", 0, integer, 0);
  struct type_member members[] = {{"n", 0, 0, integer}, {"at", 32, 0, open}};
  type_id list = add_aggregate(&f, TYPE_STRUCT, "struct list", 4, 2, members);
  object_id block = add_object(&f, OBJECT_HEAP, "malloc", list, 16, 0);
  expect_named(&f, block, 0, 4, "list#1.n");
  expect_named(&f, block, 12, 4, "list#1.at[2]");
  expect_shown(&f, block, 12, 4, 9, "9");
  end(&f);
}

/* ---- traces -------------------------------------------------------------- */

static const char mutex_file[] = "share/models/mutex.c";
static const char thread_file[] = "share/models/thread.c";

static const char lost_update_source[] = "#include <assert.h>\n"
                                         "#include <pthread.h>\n"
                                         "int counter;\n"
                                         "void *worker(void *unused) {\n"
                                         "  counter++; // not atomic\n"
                                         "  return 0;\n"
                                         "}\n"
                                         "int main(void) {\n"
                                         "  pthread_t a, b;\n"
                                         "  pthread_create(&a, 0, worker, 0);\n"
                                         "  pthread_create(&b, 0, worker, 0);\n"
                                         "  pthread_join(a, 0);\n"
                                         "  pthread_join(b, 0);\n"
                                         "  assert(counter == 2);\n"
                                         "}\n";

static void
build_lost_update(struct fixture *f, const char *file)
{
  type_id integer = add_type(f, TYPE_SIGNED, "int", 4, 0, 0);
  type_id word = add_type(f, TYPE_UNSIGNED, "pthread_t", 8, 0, 0);
  object_id counter = add_global(f, "counter", integer);
  object_id a = add_object(f, OBJECT_STACK, "a", word, 8, 0);
  add_thread(f, "main", 0);
  event_id create[2], handle[2], join[2], load[2], store[2];
  for (uint32_t i = 0; i < 2; i++) {
    place_id call = add_place(f, file, "main", 10 + i, 0);
    place_id inside = add_place(f, thread_file, "pthread_create", 30, call);
    create[i] = add_child_event(f, EVENT_CREATE, i + 1, inside);
    handle[i] = add_access(f, EVENT_LOCAL, a, 0, 8, 0, inside);
  }
  for (uint32_t i = 0; i < 2; i++) {
    place_id call = add_place(f, file, "main", 12 + i, 0);
    place_id inside = add_place(f, thread_file, "pthread_join", 40, call);
    join[i] = add_child_event(f, EVENT_JOIN, i + 1, inside);
  }
  place_id check = add_place(f, file, "main", 14, 0);
  event_id read = add_access(f, EVENT_LOAD, counter, 0, 4, 0, check);
  place_id fail = add_place(f, "share/models/stop.c", "__assert_fail", 50, check);
  event_id failure = add_assert(f, FAULT_ASSERTION, "counter == 2", fail);
  place_id start = add_place(f, thread_file, "__heddle_thread", 16, 0);
  for (uint32_t i = 0; i < 2; i++) {
    add_thread(f, "worker", 0);
    place_id increment = add_place(f, file, "worker", 5, start);
    load[i] = add_access(f, EVENT_LOAD, counter, 0, 4, 0, increment);
    store[i] = add_access(f, EVENT_STORE, counter, 0, 4, 0, increment);
  }
  for (uint32_t i = 0; i < 2; i++) {
    happens(f, create[i], 0, i + 1);
    happens(f, handle[i], 0, i + 1);
  }
  happens(f, load[0], 1, 0);
  happens(f, load[1], 2, 0);
  happens(f, store[1], 2, 1);
  happens(f, store[0], 4, 1);
  happens(f, join[0], 6, 1);
  happens(f, join[1], 6, 2);
  happens(f, read, 6, 1);
  fails(f, failure, 6);
}

static void
lost_update(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  write_file("lost_update_source.c", lost_update_source);
  build_lost_update(&f, "lost_update_source.c");
  expect_trace(&f, "lost_update_source.c:14: assertion failed: counter == 2\n"
                   "\n"
                   "thread 0 (main)\n"
                   "  10  pthread_create(&a, 0, worker, 0);   starts thread 1 (worker)\n"
                   "  11  pthread_create(&b, 0, worker, 0);   starts thread 2 (worker)\n"
                   "\n"
                   "thread 1 (worker), created at line 10\n"
                   "   5  counter++;                          reads counter = 0\n"
                   "\n"
                   "thread 2 (worker), created at line 11\n"
                   "   5  counter++;                          "
                   "reads counter = 0; writes counter = 1\n"
                   "\n"
                   "thread 1 (worker)\n"
                   "   5  counter++;                          writes counter = 1\n"
                   "\n"
                   "thread 0 (main)\n"
                   "  12  pthread_join(a, 0);                 thread 1 has ended\n"
                   "  13  pthread_join(b, 0);                 thread 2 has ended\n"
                   "  14  assert(counter == 2);               reads counter = 1\n"
                   "                                          assertion failed\n");
  remove("lost_update_source.c");
  end(&f);
}

static void
without_source(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  build_lost_update(&f, "no/such/file.c");
  expect_trace(&f, "no/such/file.c:14: assertion failed: counter == 2\n"
                   "\n"
                   "thread 0 (main)\n"
                   "  10  starts thread 1 (worker)\n"
                   "  11  starts thread 2 (worker)\n"
                   "\n"
                   "thread 1 (worker), created at line 10\n"
                   "   5  reads counter = 0\n"
                   "\n"
                   "thread 2 (worker), created at line 11\n"
                   "   5  reads counter = 0; writes counter = 1\n"
                   "\n"
                   "thread 1 (worker)\n"
                   "   5  writes counter = 1\n"
                   "\n"
                   "thread 0 (main)\n"
                   "  12  thread 1 has ended\n"
                   "  13  thread 2 has ended\n"
                   "  14  reads counter = 1\n"
                   "      assertion failed: counter == 2\n");
  end(&f);
}

static void
colours(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  build_lost_update(&f, "no/such/file.c");
  struct trace_input input = {f.prog, NULL, &f.schedule, &f.run, NULL};
  struct str plain = {0}, painted = {0}, stripped = {0};
  trace_text(&plain, &input, &(struct trace_style){.full = true});
  trace_text(&painted, &input, &(struct trace_style){.full = true, .colour = true});
  assert_null(strchr(plain.text, '\033'));
  assert_non_null(strstr(painted.text, "\033[1mthread 0 (main)\033[0m"));
  assert_non_null(strstr(painted.text, "\033[1;31massertion failed: counter == 2\033[0m"));
  for (const char *at = painted.text; *at; at++)
    if (*at == '\033')
      at = strchr(at, 'm');
    else
      str_add_bytes(&stripped, at, 1);
  assert_string_equal(str_text(&stripped), str_text(&plain));
  str_free(&plain);
  str_free(&painted);
  str_free(&stripped);
  end(&f);
}

static const char safestack_source[] =
  "struct stack stack;\n"
  "int pop(void) {\n"
  "  while (atomic_load(&stack.count) > 1) {\n"
  "    int head = atomic_load(&stack.head);\n"
  "    int next = atomic_exchange(&stack.array[head].next, -1);\n"
  "    if (next >= 0) {\n"
  "      if (atomic_compare_exchange_strong(&stack.head, &head, next)) {\n"
  "        return head;\n"
  "      }\n"
  "      atomic_exchange(&stack.array[head].next, next);\n"
  "    }\n"
  "  }\n"
  "}\n"
  "void *worker(void *argument) {\n"
  "  int id = *(int *)argument;\n"
  "  int elem = pop();\n"
  "  pthread_mutex_lock(&stack.lock); /* guards value */\n"
  "  stack.array[elem].value = id;\n"
  "  pthread_mutex_unlock(&stack.lock);\n"
  "  assert(stack.array[elem].value == id);\n"
  "}\n";

struct safestack {
  type_id integer, stack;
  object_id global, locals[3][3]; /* of each thread: id, head, elem */
};

static struct safestack
add_safestack(struct fixture *f)
{
  struct safestack s;
  struct stack_types t = add_stack_types(f);
  s.integer = t.integer;
  struct type_member node[] = {{"value", 0, 0, t.integer}, {"next", 32, 0, t.integer}};
  type_id cell = add_aggregate(f, TYPE_STRUCT, "struct cell", 8, 2, node);
  type_id cells = add_type(f, TYPE_ARRAY, "", 24, cell, 3);
  struct type_member members[] = {{"array", 0, 0, cells},
                                  {"head", 192, 0, t.integer},
                                  {"count", 224, 0, t.integer},
                                  {"lock", 256, 0, t.mutex}};
  s.stack = add_aggregate(f, TYPE_STRUCT, "struct stack", 40, 4, members);
  s.global = add_global(f, "stack", s.stack);
  static const char *const names[] = {"id", "head", "elem"};
  for (thread_id i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      s.locals[i][j] = add_object(f, OBJECT_STACK, names[j], t.integer, 4, i);
  return s;
}

/* One worker: pop() up to a compare-exchange, then the locked part. */
struct worker_events {
  event_id id, count, head, head_local, take[2], cas[2], elem;
  event_id lock[3], value, unlock, check, failure;
};

static struct worker_events
add_worker(struct fixture *f, const struct safestack *s, thread_id thread, const char *file)
{
  struct worker_events e;
  uint32_t section = 10 * thread;
  place_id call = add_place(f, file, "worker", 16, 0);
  place_id in_pop[8];
  for (uint32_t i = 0; i < 8; i++)
    in_pop[i] = add_place(f, file, "pop", i, call);
  e.id =
    add_access(f, EVENT_LOCAL, s->locals[thread][0], 0, 4, 0, add_place(f, file, "worker", 15, 0));
  e.count = add_access(f, EVENT_LOAD, s->global, 28, 4, 0, in_pop[3]);
  e.head = add_access(f, EVENT_LOAD, s->global, 24, 4, 0, in_pop[4]);
  e.head_local = add_access(f, EVENT_LOCAL, s->locals[thread][1], 0, 4, 0, in_pop[4]);
  e.take[0] = add_access(f, EVENT_LOAD, s->global, 4, 4, section + 1, in_pop[5]);
  e.take[1] = add_access(f, EVENT_STORE, s->global, 4, 4, section + 1, in_pop[5]);
  e.cas[0] = add_access(f, EVENT_LOAD, s->global, 24, 4, section + 2, in_pop[7]);
  e.cas[1] = add_access(f, EVENT_STORE, s->global, 24, 4, section + 2, in_pop[7]);
  e.elem = add_access(f, EVENT_LOCAL, s->locals[thread][2], 0, 4, 0, call);
  place_id lock_call = add_place(f, file, "worker", 17, 0);
  place_id lock = add_place(f, mutex_file, "pthread_mutex_lock", 50, lock_call);
  e.lock[0] = add_access(f, EVENT_LOAD, s->global, 36, 4, section + 3, lock);
  e.lock[1] = add_access(f, EVENT_LOAD, s->global, 32, 4, section + 3, lock);
  e.lock[2] = add_access(f, EVENT_STORE, s->global, 32, 4, section + 3, lock);
  e.value = add_access(f, EVENT_STORE, s->global, 0, 4, 0, add_place(f, file, "worker", 18, 0));
  place_id unlock_call = add_place(f, file, "worker", 19, 0);
  place_id unlock = add_place(f, mutex_file, "pthread_mutex_unlock", 80, unlock_call);
  e.unlock = add_access(f, EVENT_STORE, s->global, 32, 4, section + 4, unlock);
  place_id check = add_place(f, file, "worker", 20, 0);
  e.check = add_access(f, EVENT_LOAD, s->global, 0, 4, 0, check);
  e.failure = add_assert(f, FAULT_ASSERTION, "stack.array[elem].value == id", check);
  return e;
}

static const char safestack_trace[] =
  "safestack_source.c:20: assertion failed: stack.array[elem].value == id\n"
  "\n"
  "thread 0 (main)\n"
  "  main.c\n"
  "  30                                                             starts thread 1 (worker)\n"
  "  31                                                             starts thread 2 (worker)\n"
  "\n"
  "thread 1 (worker), created at main.c:30\n"
  "  safestack_source.c\n"
  "  15  int id = *(int *)argument;                                 id = 1\n"
  "  16  int elem = pop();\n"
  "   3    while (atomic_load(&stack.count) > 1)                    reads stack.count = 3\n"
  "   4    int head = atomic_load(&stack.head);                     "
  "reads stack.head = 0; head = 0\n"
  "   5    int next = atomic_exchange(&stack.array[head].next,...   "
  "stack.array[0].next: 1 -> -1\n"
  "\n"
  "thread 2 (worker), created at main.c:31\n"
  "  15  int id = *(int *)argument;                                 id = 2\n"
  "  16  int elem = pop();\n"
  "   3    while (atomic_load(&stack.count) > 1)                    reads stack.count = 3\n"
  "   4    int head = atomic_load(&stack.head);                     "
  "reads stack.head = 0; head = 0\n"
  "   7    if (atomic_compare_exchange_strong(&stack.head, &he...   stack.head: 0 -> 1\n"
  "  16  int elem = pop();                                          elem = 0\n"
  "  17  pthread_mutex_lock(&stack.lock);                           locks stack.lock\n"
  "  18  stack.array[elem].value = id;                              "
  "writes stack.array[0].value = 2\n"
  "\n"
  "thread 1 (worker), in pop() called at safestack_source.c:16\n"
  "   7    if (atomic_compare_exchange_strong(&stack.head, &he...   reads stack.head = 1\n"
  "\n"
  "thread 2 (worker)\n"
  "  19  pthread_mutex_unlock(&stack.lock);                         unlocks stack.lock\n"
  "\n"
  "thread 1 (worker)\n"
  "  17  pthread_mutex_lock(&stack.lock);                           locks stack.lock\n"
  "  18  stack.array[elem].value = id;                              "
  "writes stack.array[0].value = 1\n"
  "  19  pthread_mutex_unlock(&stack.lock);                         unlocks stack.lock\n"
  "\n"
  "thread 2 (worker)\n"
  "  20  assert(stack.array[elem].value == id);                     "
  "reads stack.array[0].value = 1\n"
  "                                                                 assertion failed\n";

static void
safestack(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  write_file("safestack_source.c", safestack_source);
  struct safestack s = add_safestack(&f);
  add_thread(&f, "main", 0);
  event_id create[2];
  for (uint32_t i = 0; i < 2; i++)
    create[i] =
      add_child_event(&f, EVENT_CREATE, i + 1, add_place(&f, "main.c", "main", 30 + i, 0));
  struct worker_events w[3];
  for (thread_id i = 1; i < 3; i++) {
    add_thread(&f, "worker", 0);
    w[i] = add_worker(&f, &s, i, "safestack_source.c");
  }
  happens(&f, create[0], 0, 1);
  happens(&f, create[1], 0, 2);
  happens(&f, w[1].id, 1, 1);
  happens(&f, w[1].count, 1, 3);
  happens(&f, w[1].head, 1, 0);
  happens(&f, w[1].head_local, 1, 0);
  happens(&f, w[1].take[0], 1, 1);
  happens(&f, w[1].take[1], 1, (uint32_t)-1);
  happens(&f, w[2].id, 2, 2);
  happens(&f, w[2].count, 2, 3);
  happens(&f, w[2].head, 2, 0);
  happens(&f, w[2].head_local, 2, 0);
  happens(&f, w[2].cas[0], 2, 0);
  happens(&f, w[2].cas[1], 2, 1);
  happens(&f, w[2].elem, 2, 0);
  for (int i = 0; i < 3; i++)
    happens(&f, w[2].lock[i], 2, i < 2 ? 0 : 3);
  happens(&f, w[2].value, 2, 2);
  happens(&f, w[1].cas[0], 4, 1); /* the compare-exchange fails: no store */
  happens(&f, w[2].unlock, 5, 0);
  for (int i = 0; i < 3; i++)
    happens(&f, w[1].lock[i], 7, i < 2 ? 0 : 2);
  happens(&f, w[1].value, 7, 1);
  happens(&f, w[1].unlock, 7, 0);
  happens(&f, w[2].check, 8, 1);
  fails(&f, w[2].failure, 8);
  expect_trace(&f, safestack_trace);
  remove("safestack_source.c");
  end(&f);
}

/* A thread calls library functions that can fail, wait or are not in the table. */
static void
library_calls(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  struct stack_types t = add_stack_types(&f);
  object_id m = add_global(&f, "m", t.mutex);
  object_id internal = add_global(&f, "results", t.integer);
  f.prog->objects.at[internal].place = add_place(&f, thread_file, "", 3, 0);
  add_thread(&f, "main", 0);
  static const char *const functions[] = {"pthread_mutex_trylock", "pthread_mutex_destroy",
                                          "pthread_cond_wait", "frobnicate", "sem_post"};
  event_id load[5], store[5];
  for (uint32_t i = 0; i < 5; i++) {
    place_id call = add_place(&f, "no.c", "main", 10 * (i + 1), 0);
    place_id inside = add_place(&f, mutex_file, functions[i], 1, call);
    place_id deeper = add_place(&f, mutex_file, "helper", 2, inside);
    load[i] = add_access(&f, EVENT_LOAD, i == 4 ? internal : m, 0, 4, i + 1, deeper);
    store[i] = add_access(&f, EVENT_STORE, i == 4 ? internal : m, 0, 4, i + 1, inside);
  }
  happens(&f, load[0], 0, 1); /* refused */
  happens(&f, load[0], 0, 0);
  happens(&f, store[0], 0, 1); /* the same call, as far as anybody can tell */
  happens(&f, load[1], 0, 0);
  happens(&f, store[2], 0, 0);
  happens(&f, load[2], 1, 0);
  happens(&f, store[2], 1, 0);
  happens(&f, load[3], 1, 0);
  happens(&f, store[4], 1, 0);
  expect_trace(&f, "\nthread 0 (main)\n"
                   "  10  locks m\n"
                   "  30  releases its mutex and waits; wakes up\n"
                   "  40  calls frobnicate()\n"
                   "  50  adds one to it\n");
  f.run.steps.n = 1;
  expect_trace(&f, "\nthread 0 (main)\n"
                   "  10  finds m locked\n");
  end(&f);
}

/* Inputs stand where the program asks for them; those that reach the run through initial memory
 * are listed at the end, unused ones not at all. */
static void
inputs(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  type_id integer = add_type(&f, TYPE_SIGNED, "int", 4, 0, 0);
  object_id x = add_global(&f, "x", integer);
  object_id n = add_object(&f, OBJECT_STACK, "n", integer, 4, 0);
  add_thread(&f, "main", 0);
  place_id ask = add_place(&f, "no.c", "main", 3, 0);
  place_id model = add_place(&f, "share/models/verifier.c", "__VERIFIER_nondet_int", 9, ask);
  place_id early = add_place(&f, "no.c", "main", 1, 0);
  value_id used = value_input(f.prog, (struct input){INPUT_NONDET, 32, "__heddle_nondet", model});
  value_id initial = value_input(f.prog, (struct input){INPUT_UNINITIALISED, 32, "x", early});
  value_input(f.prog, (struct input){INPUT_NONDET, 32, "__VERIFIER_nondet_uint", early});
  struct init init = {x, 0, initial};
  vec_push(&f.prog->inits, init);
  event_id local = add_access(&f, EVENT_LOCAL, n, 0, 4, 0, ask);
  value_id arm = value_input(f.prog, (struct input){INPUT_UNINITIALISED, 32, "arm", early});
  value_id less = value_op(f.prog, OP_SLT, 32, used, value_const(f.prog, 32, 0), 0, 0);
  f.prog->events.at[local].value = value_ite(
    f.prog, less, value_op(f.prog, OP_ADD, 32, used, value_const(f.prog, 32, 1), 0, 0), arm);
  event_id load = add_access(&f, EVENT_LOAD, x, 0, 4, 0, add_place(&f, "no.c", "main", 4, 0));
  vec_push(&f.schedule.inputs, 0xfffffffb);
  vec_push(&f.schedule.inputs, 7);
  vec_push(&f.schedule.inputs, 8);
  for (int i = 0; i < 4; i++) /* the last one, an arm not taken, was not */
    vec_push(&f.run.used, i < 3);
  happens(&f, local, 0, 0xfffffffc);
  happens(&f, load, 0, 7);
  expect_trace(&f, "\nthread 0 (main)\n"
                   "   3  __VERIFIER_nondet_int() = -5; n = -4\n"
                   "   4  reads x = 7\n"
                   "\ninputs\n"
                   "  x (uninitialised) = 7 at line 1\n");
  end(&f);
}

/* Long preparations are abridged; calls through pointers say whom they call; several files. */
static void
preparations(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  type_id integer = add_type(&f, TYPE_SIGNED, "int", 4, 0, 0);
  object_id x = add_global(&f, "x", integer);
  add_thread(&f, "main", 0);
  for (uint32_t i = 0; i < 30; i++)
    happens(&f, add_access(&f, EVENT_STORE, x, 0, 4, 0, add_place(&f, "a/a.c", "main", i + 1, 0)),
            0, i);
  place_id call = add_place(&f, "a/a.c", "main", 40, 0);
  place_id inside = add_place(&f, "a/b.c", "start", 5, call);
  happens(&f, add_child_event(&f, EVENT_CREATE, 1, inside), 0, 1);
  add_thread(&f, "worker", 0);
  place_id work = add_place(&f, "a/b.c", "worker", 9, 0);
  happens(&f, add_access(&f, EVENT_STORE, x, 0, 4, 0, work), 1, 3);
  expect_trace(&f, "\nthread 0 (main)\n"
                   "  a.c\n"
                   "   1  writes x = 0\n"
                   "   2  writes x = 1\n"
                   "   3  writes x = 2\n"
                   "  ... 22 more lines before the first thread starts ...\n"
                   "  26  writes x = 25\n"
                   "  27  writes x = 26\n"
                   "  28  writes x = 27\n"
                   "  29  writes x = 28\n"
                   "  30  writes x = 29\n"
                   "  40  calls start()\n"
                   "  b.c\n"
                   "   5  starts thread 1 (worker)\n"
                   "\nthread 1 (worker), created at b.c:5\n"
                   "   9  writes x = 3\n");
  end(&f);
}

/* What nobody else can see is quiet: private reads vanish, nothing is said twice. */
static void
private_memory(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  type_id integer = add_type(&f, TYPE_SIGNED, "int", 4, 0, 0);
  object_id x = add_global(&f, "x", integer);
  object_id mine = add_object(&f, OBJECT_STACK, "mine", integer, 4, 0);
  object_id theirs = add_object(&f, OBJECT_STACK, "theirs", integer, 4, 1);
  add_thread(&f, "main", 0);
  add_thread(&f, "worker", 0);
  f.prog->threads.n = 1;
  place_id place = add_place(&f, "no.c", "main", 3, 0);
  struct labels labels = {0};
  static const enum event_kind kinds[] = {EVENT_LOAD,  EVENT_LOAD,  EVENT_LOAD, EVENT_LOAD,
                                          EVENT_STORE, EVENT_LOCAL, EVENT_LOCAL};
  const object_id objects[] = {x, x, mine, theirs, mine, mine, mine};
  const uint64_t values[] = {1, 1, 2, 3, 4, 4, 5};
  for (int i = 0; i < 7; i++)
    happens(&f, add_access(&f, kinds[i], objects[i], 0, 4, 0, place), 0, values[i]);
  vec_resize(&labels.visible, f.prog->events.n);
  struct trace_input input = {f.prog, &labels, &f.schedule, &f.run, NULL};
  struct str out = {0};
  trace_text(&out, &input, &(struct trace_style){.full = true});
  assert_string_equal(str_text(&out), "\nthread 0 (main)\n"
                                      "   3  reads x = 1, theirs (of thread 1) = 3; mine = 4, "
                                      "mine = 5\n");
  str_free(&out);
  labels.visible.at[2] = true; /* somebody else may write it: now the read is news */
  trace_text(&out, &input, &(struct trace_style){.full = true});
  assert_non_null(strstr(str_text(&out), "reads x = 1, mine = 2, theirs"));
  str_free(&out);
  vec_free(&labels.visible);
  end(&f);
}

/* The row of a call is there once, even if the line does something before the call; the code is
 * quoted without comments, but what only looks like one stays. */
static void
calls(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  write_file("calls_source.c", "  f(x,\t\"//\");  /* why */ \n"
                               "g(/* not */ 1); // last\n"
                               "{\n"
                               "\ty = '\\'' /* open");
  type_id integer = add_type(&f, TYPE_SIGNED, "int", 4, 0, 0);
  object_id x = add_global(&f, "x", integer);
  add_thread(&f, "main", 0);
  place_id call = add_place(&f, "calls_source.c", "main", 1, 0);
  place_id inside[3];
  for (uint32_t i = 0; i < 3; i++)
    inside[i] = add_place(&f, "calls_source.c", "f", 2 + i, call);
  happens(&f, add_access(&f, EVENT_LOAD, x, 0, 4, 0, call), 0, 1);
  for (uint32_t i = 0; i < 3; i++)
    happens(&f, add_access(&f, EVENT_STORE, x, 0, 4, 0, inside[i]), 0, i);
  expect_trace(&f, "\nthread 0 (main)\n"
                   "   1  f(x, \"//\");         reads x = 1\n"
                   "   2    g(/* not */ 1);   writes x = 0\n"
                   "   3    {                 writes x = 1\n"
                   "   4    y = '\\''          writes x = 2\n");
  remove("calls_source.c");
  end(&f);
}

static void
as_json(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  build_lost_update(&f, "lost.c");
  struct trace_input input = {f.prog, NULL, &f.schedule, &f.run, NULL};
  struct json json = {0};
  trace_json(&json, NULL, &input);
  const char *text = str_text(&json.out);
  show(&json.out);
  assert_int_equal(json.depth, 0);
  assert_non_null(strstr(text, "      \"id\": 1,\n"
                               "      \"name\": \"worker\",\n"
                               "      \"parent\": 0,\n"
                               "      \"created\": {\n"
                               "        \"file\": \"lost.c\",\n"
                               "        \"line\": 10,\n"));
  assert_non_null(strstr(text, "      \"thread\": 2,\n"
                               "      \"context\": 2,\n"
                               "      \"kind\": \"write\",\n"
                               "      \"file\": \"lost.c\",\n"
                               "      \"line\": 5,\n"
                               "      \"column\": 1,\n"
                               "      \"function\": \"worker\",\n"
                               "      \"minor\": true,\n"
                               "      \"variable\": \"counter\",\n"
                               "      \"value\": \"1\",\n"
                               "      \"number\": 1\n"));
  assert_non_null(strstr(text, "  \"violation\": {\n"
                               "    \"kind\": \"assertion\",\n"
                               "    \"text\": \"assertion failed: counter == 2\",\n"
                               "    \"thread\": 0,\n"
                               "    \"file\": \"lost.c\",\n"
                               "    \"line\": 14,\n"));
  assert_null(strstr(text, "share/models"));
  str_free(&json.out);
  end(&f);
}

/* ---- weak memory --------------------------------------------------------- */

/* Store buffering: both threads store, and neither load sees the other's store. */
struct litmus {
  place_id lines[20];
  object_id x, y;
  event_id store[2], load[2], fence, own;
};

static struct litmus
add_litmus(struct fixture *f)
{
  struct litmus l;
  type_id integer = add_type(f, TYPE_SIGNED, "int", 4, 0, 0);
  f->prog->memory = MEMORY_TSO;
  l.x = add_global(f, "x", integer);
  l.y = add_global(f, "y", integer);
  add_thread(f, "main", 0);
  for (uint32_t i = 0; i < 20; i++)
    l.lines[i] = add_place(f, "no.c", i < 10 ? "left" : "right", i, 0);
  add_thread(f, "left", 0);
  l.store[0] = add_access(f, EVENT_STORE, l.x, 0, 4, 0, l.lines[3]);
  l.own = add_access(f, EVENT_LOAD, l.x, 0, 4, 0, l.lines[4]);
  l.load[0] = add_access(f, EVENT_LOAD, l.y, 0, 4, 0, l.lines[5]);
  l.fence =
    add_event(f, (struct event){.kind = EVENT_FENCE, .order = ORDER_SEQ_CST, .place = l.lines[6]});
  add_thread(f, "right", 0);
  l.store[1] = add_access(f, EVENT_STORE, l.y, 0, 4, 0, l.lines[13]);
  l.load[1] = add_access(f, EVENT_LOAD, l.x, 0, 4, 0, l.lines[14]);
  return l;
}

static void
happens_as(struct fixture *f, enum step_kind kind, event_id id, uint32_t context, uint64_t value)
{
  happens(f, id, context, value);
  vec_last(&f->run.steps).kind = kind;
}

static void
store_buffering(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  struct litmus l = add_litmus(&f);
  happens_as(&f, STEP_BUFFERED, l.store[0], 0, 1);
  happens(&f, l.own, 0, 1);
  happens(&f, l.load[0], 0, 0);
  happens(&f, l.store[1], 1, 1);
  happens(&f, l.load[1], 1, 0);
  happens_as(&f, STEP_SEEN, l.store[0], 2, 1); /* nothing else happens in this context */
  happens(&f, l.load[1], 3, 1);
  happens(&f, l.fence, 4, 0);
  expect_trace(&f, "\nthread 1 (left)\n"
                   "   3  writes x = 1 (into its store buffer)\n"
                   "   4  reads x = 1 (from its store buffer)\n"
                   "   5  reads y = 0\n"
                   "\nthread 2 (right)\n"
                   "  13  writes y = 1\n"
                   "  14  reads x = 0\n"
                   "\nthread 1 (left)\n"
                   "      x = 1 of line 3 reaches memory\n"
                   "\nthread 2 (right)\n"
                   "  14  reads x = 1\n"
                   "\nthread 1 (left)\n"
                   "   6  fence: its store buffer is empty\n");
  struct trace_input input = {f.prog, NULL, &f.schedule, &f.run, NULL};
  assert_true(trace_is_late(&input));
  end(&f);
}

/* What a barrier lets out before the next line, and what never gets out. */
static void
late_in_the_middle(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  struct litmus l = add_litmus(&f);
  happens_as(&f, STEP_BUFFERED, l.store[0], 0, 1);
  happens_as(&f, STEP_BUFFERED, l.store[1], 1, 2);
  happens(&f, l.load[0], 2, 0);
  happens_as(&f, STEP_SEEN, l.store[0], 2, 1);
  happens(&f, l.fence, 2, 0);
  happens(&f, l.own, 2, 1);
  f.prog->events.at[l.fence].order = ORDER_ACQUIRE;
  expect_trace(&f, "\nthread 1 (left)\n"
                   "   3  writes x = 1 (into its store buffer)\n"
                   "\nthread 2 (right)\n"
                   "  13  writes y = 2 (into its store buffer)\n"
                   "\nthread 1 (left)\n"
                   "   5  reads y = 0\n"
                   "      x = 1 of line 3 reaches memory\n"
                   "   6  fence, without effect in total store order\n"
                   "   4  reads x = 1\n");
  f.prog->events.at[l.fence].order = ORDER_RELEASE;
  f.prog->memory = MEMORY_PSO;
  struct trace_input input = {f.prog, NULL, &f.schedule, &f.run, NULL};
  struct json json = {0};
  trace_json(&json, NULL, &input);
  const char *text = str_text(&json.out);
  show(&json.out);
  assert_non_null(strstr(text, "      \"kind\": \"write\",\n"
                               "      \"file\": \"no.c\",\n"
                               "      \"line\": 13,\n"
                               "      \"column\": 1,\n"
                               "      \"function\": \"right\",\n"
                               "      \"variable\": \"y\",\n"
                               "      \"value\": \"2\",\n"
                               "      \"number\": 2,\n"
                               "      \"buffered\": true\n"));
  assert_non_null(strstr(text, "      \"thread\": 1,\n"
                               "      \"context\": 2,\n"
                               "      \"kind\": \"seen\",\n"
                               "      \"file\": \"no.c\",\n"
                               "      \"line\": 3,\n"
                               "      \"column\": 1,\n"
                               "      \"function\": \"left\",\n"
                               "      \"variable\": \"x\",\n"
                               "      \"value\": \"1\",\n"
                               "      \"number\": 1\n"));
  assert_non_null(strstr(text, "what it stored before is seen before"));
  str_free(&json.out);
  end(&f);
}

/* ---- the page -------------------------------------------------------------- */

static void
expect_in_page(struct fixture *f, const char *const *texts)
{
  struct trace_input input = {f->prog, NULL, &f->schedule, &f->run, NULL};
  struct str out = {0}, packed = {0};
  trace_html(&out, &input);
  show(&out);
  for (const char *at = str_text(&out); *at; at++) /* how it is indented is of no interest */
    if (*at != ' ' && *at != '\n')
      str_add_bytes(&packed, at, 1);
  for (; *texts; texts++)
    if (!strstr(str_text(&packed), *texts))
      fail_msg("no %s in the page", *texts);
  str_free(&packed);
  str_free(&out);
}

/* Who has written what is read, also from the own buffer; what memory holds, and what waits. */
static void
page_of_buffers(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  struct litmus l = add_litmus(&f);
  happens_as(&f, STEP_BUFFERED, l.store[0], 0, 1);
  happens(&f, l.own, 0, 1);
  happens(&f, l.load[0], 0, 0);
  happens(&f, l.store[1], 1, 1);
  happens(&f, l.load[1], 1, 0);
  happens_as(&f, STEP_SEEN, l.store[0], 2, 1);
  happens(&f, l.load[1], 3, 1);
  const char *const texts[] = {
    "id=\"step-1\"data-t=\"1\"data-d=\"0\"data-f=\"0\"data-l=\"3\">",
    "id=\"step-2\"data-t=\"1\"data-d=\"0\"data-f=\"0\"data-l=\"4\"data-from=\"1\">",
    "id=\"step-3\"data-t=\"1\"data-d=\"0\"data-f=\"0\"data-l=\"5\">",
    "id=\"step-5\"data-t=\"2\"data-d=\"0\"data-f=\"0\"data-l=\"14\">",
    "id=\"step-7\"data-t=\"2\"data-d=\"0\"data-f=\"0\"data-l=\"14\"data-from=\"1\">",
    "\"variables\":[\"x\",\"y\"],\"initial\":[\"0\",\"0\"],",
    "\"changes\":[4,1,\"1\",6,0,\"1\"],",
    "\"waiting\":[1,6,1,\"x=1\"]",
    NULL,
  };
  expect_in_page(&f, texts);
  end(&f);
}

/* Bytes that two have written come from neither; a part of a number is a variable of its own. */
static void
page_of_bytes(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  object_id x = add_global(&f, "x", add_type(&f, TYPE_UNSIGNED, "unsigned", 4, 0, 0));
  add_thread(&f, "main", 0);
  place_id line[5];
  for (uint32_t i = 0; i < 5; i++)
    line[i] = add_place(&f, "no.c", "main", i + 1, 0);
  event_id whole = add_access(&f, EVENT_STORE, x, 0, 4, 0, line[0]);
  event_id byte = add_access(&f, EVENT_STORE, x, 3, 1, 0, line[1]);
  event_id both = add_access(&f, EVENT_LOAD, x, 0, 4, 0, line[2]);
  event_id low = add_access(&f, EVENT_LOAD, x, 0, 1, 0, line[3]);
  event_id high = add_access(&f, EVENT_LOAD, x, 3, 1, 0, line[4]);
  happens(&f, whole, 0, 0x01020304);
  happens(&f, byte, 0, 0xff);
  happens(&f, both, 0, 0xff020304);
  happens(&f, low, 0, 4);
  happens(&f, high, 0, 0xff);
  const char *const texts[] = {
    "id=\"step-3\"data-t=\"0\"data-d=\"0\"data-f=\"0\"data-l=\"3\">",
    "id=\"step-4\"data-t=\"0\"data-d=\"0\"data-f=\"0\"data-l=\"4\"data-from=\"1\">",
    "id=\"step-5\"data-t=\"0\"data-d=\"0\"data-f=\"0\"data-l=\"5\"data-from=\"2\">",
    "\"variables\":[\"x\",\"x[byte3]\",\"x[byte0]\"],\"initial\":[null,null,null],",
    "\"changes\":[1,0,\"16909060\",1,1,\"0x1\",1,2,\"0x4\",2,0,\"4278321924\",2,1,\"0xff\"],",
    NULL,
  };
  expect_in_page(&f, texts);
  end(&f);
}

/* A store that leaves the buffer before anybody else does anything is one as usual; and where
 * memory is sequentially consistent, nobody hears of fences. */
static void
not_late(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  struct litmus l = add_litmus(&f);
  happens_as(&f, STEP_BUFFERED, l.store[0], 0, 1);
  happens(&f, l.own, 0, 1);
  happens(&f, l.load[0], 1, 0);
  happens_as(&f, STEP_SEEN, l.store[0], 1, 1);
  happens(&f, l.fence, 1, 0);
  happens_as(&f, STEP_BUFFERED, l.store[1], 2, 2); /* nobody is there to miss it */
  f.prog->memory = MEMORY_SC;
  expect_trace(&f, "\nthread 1 (left)\n"
                   "   3  writes x = 1\n"
                   "   4  reads x = 1\n"
                   "   5  reads y = 0\n"
                   "\nthread 2 (right)\n"
                   "  13  writes y = 2\n");
  struct trace_input input = {f.prog, NULL, &f.schedule, &f.run, NULL};
  assert_false(trace_is_late(&input));
  end(&f);
}

/* A store inside of a call: seen when the thread has left the function, or is in another; several
 * at once; those of its own private variables are nobody's business. */
static void
late_in_calls(void **state)
{
  (void)state;
  struct fixture f;
  begin(&f);
  struct litmus l = add_litmus(&f);
  type_id byte = add_type(&f, TYPE_UNSIGNED, "unsigned char", 1, 0, 0);
  object_id text = add_global(&f, "text", add_type(&f, TYPE_ARRAY, "", 4, byte, 4));
  object_id mine = add_object(&f, OBJECT_STACK, "mine", byte, 1, 2);
  place_id called[2];
  event_id stores[5];
  for (uint32_t i = 0; i < 2; i++)
    called[i] = add_place(&f, i ? "b.c" : "no.c", "fill", 30 + i, l.lines[15]);
  for (uint32_t i = 0; i < 4; i++)
    stores[i] = add_access(&f, EVENT_STORE, text, i, 1, 0, called[0]);
  stores[4] = add_access(&f, EVENT_STORE, mine, 0, 1, 0, called[0]);
  event_id inside = add_access(&f, EVENT_LOAD, l.y, 0, 4, 0, called[1]);
  for (uint32_t i = 0; i < 5; i++)
    happens_as(&f, STEP_BUFFERED, stores[i], 0, 7);
  happens(&f, l.load[0], 1, 0);
  for (uint32_t i = 0; i < 5; i++)
    happens_as(&f, STEP_SEEN, stores[i], 2, 7);
  happens(&f, inside, 2, 0);
  struct labels labels = {0};
  vec_resize(&labels.visible, f.prog->events.n);
  for (size_t i = 0; i < f.prog->events.n; i++)
    labels.visible.at[i] = i != stores[4];
  struct trace_input input = {f.prog, &labels, &f.schedule, &f.run, NULL};
  struct str out = {0};
  trace_text(&out, &input, &(struct trace_style){.full = true});
  show(&out);
  assert_string_equal(str_text(&out),
                      "\nthread 2 (right)\n"
                      "  no.c\n"
                      "  15  calls fill()\n"
                      "  30  writes text[0] to text[3] = 7 (into its store buffer); mine = 7\n"
                      "\nthread 1 (left)\n"
                      "   5  reads y = 0\n"
                      "\nthread 2 (right), in fill() called at no.c:15\n"
                      "      text[0] to text[3] = 7 of no.c:30 reach memory\n"
                      "  b.c\n"
                      "  31  reads y = 0\n");
  str_free(&out);
  vec_free(&labels.visible);
  end(&f);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(scalars),
    cmocka_unit_test(aggregates),
    cmocka_unit_test(unions_and_bit_fields),
    cmocka_unit_test(pointers),
    cmocka_unit_test(heap),
    cmocka_unit_test(flexible_array),
    cmocka_unit_test(lost_update),
    cmocka_unit_test(without_source),
    cmocka_unit_test(colours),
    cmocka_unit_test(safestack),
    cmocka_unit_test(library_calls),
    cmocka_unit_test(inputs),
    cmocka_unit_test(preparations),
    cmocka_unit_test(private_memory),
    cmocka_unit_test(calls),
    cmocka_unit_test(as_json),
    cmocka_unit_test(store_buffering),
    cmocka_unit_test(late_in_the_middle),
    cmocka_unit_test(page_of_buffers),
    cmocka_unit_test(page_of_bytes),
    cmocka_unit_test(not_late),
    cmocka_unit_test(late_in_calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
