/* What a trace says in a SARIF log, on hand-built progs: fingerprints, long runs, messages. The logs as
 * a whole are looked at by test/sarif.sh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/json_read.h"
#include "report/rules.h"
#include "trace/sarif.h"

/* ---- building ------------------------------------------------------------ */

struct fixture {
  struct prog *prog;
  struct run run;
  struct schedule schedule;
  struct arena arena;
};

static void
begin(struct fixture *f)
{
  *f = (struct fixture){.prog = prog_new()};
  f->prog->pointer_bits = 64;
  struct type integer = {.kind = TYPE_SIGNED, .name = "int", .size = 4};
  vec_push(&f->prog->types, integer);
  struct object x = {.kind = OBJECT_GLOBAL,
                     .name = "x",
                     .base = 4096,
                     .size = 4,
                     .type = (type_id)f->prog->types.n - 1};
  vec_push(&f->prog->objects, x);
}

static void
end(struct fixture *f)
{
  prog_free(f->prog);
  run_free(&f->run);
  schedule_free(&f->schedule);
  arena_free(&f->arena);
}

static place_id
add_place(struct fixture *f, const char *function, uint32_t line)
{
  struct place place = {.file = "no such.c", .function = function, .line = line, .column = 3};
  vec_push(&f->prog->places, place);
  return (place_id)f->prog->places.n - 1;
}

static void
add_thread(struct fixture *f, const char *name)
{
  event_id here = (event_id)f->prog->events.n;
  vec_push(&f->prog->threads, ((struct thread){name, 0, here, here}));
}

static event_id
add_event(struct fixture *f, struct event event)
{
  event.guard = VALUE_TRUE;
  vec_push(&f->prog->events, event);
  vec_last(&f->prog->threads).end = (event_id)f->prog->events.n;
  return (event_id)f->prog->events.n - 1;
}

/* Of x. */
static event_id
add_access(struct fixture *f, enum event_kind kind, place_id place)
{
  vec_push(&f->prog->targets, ((struct target){(object_id)f->prog->objects.n - 1, 0}));
  return add_event(f, (struct event){.kind = kind,
                                     .bytes = 4,
                                     .first_target = (uint32_t)f->prog->targets.n - 1,
                                     .n_targets = 1,
                                     .place = place});
}

static void
happens(struct fixture *f, event_id event, uint64_t value)
{
  enum event_kind kind = f->prog->events.at[event].kind;
  uint64_t addr = kind == EVENT_LOAD || kind == EVENT_STORE ? 4096 : 0;
  vec_push(&f->run.steps, ((struct step){.event = event, .addr = addr, .value = value}));
}

/* The result, as whoever reads it sees it. */
static const struct json_value *
result_of(struct fixture *f)
{
  static const struct sarif_base base = {"/nowhere", "all.prog"};
  struct trace_input input = {f->prog, NULL, &f->schedule, &f->run, NULL};
  struct json json = {0};
  struct json_error error;
  json_object(&json, NULL);
  trace_sarif(&json, &input, &base);
  json_object_end(&json);
  const char *text = arena_strdup(&f->arena, str_text(&json.out));
  const struct json_value *result = json_read(&f->arena, text, strlen(text), &error);
  str_free(&json.out);
  assert_non_null(result);
  return result;
}

static const struct json_value *
at(const struct json_value *array, size_t i)
{
  assert_non_null(array);
  assert_true(i < array->n);
  const struct json_value *element = array->first;
  while (i--)
    element = element->next;
  return element;
}

static const char *
message_of(const struct json_value *value)
{
  return json_member_text(json_member(value, "message"), "text");
}

/* ---- fingerprints -------------------------------------------------------- */

/* Thread 1 writes x at one line, thread 2 at another one; `first` is told first. */
static void
race(struct fixture *f, thread_id first, uint32_t line, uint32_t other, char print[64])
{
  begin(f);
  event_id access[3] = {0};
  add_thread(f, "main");
  add_thread(f, "work");
  access[1] = add_access(f, EVENT_STORE, add_place(f, "work", line));
  add_thread(f, "play");
  access[2] = add_access(f, EVENT_STORE, add_place(f, "play", other));
  f->run.end = RUN_RACE;
  for (thread_id i = 0; i < 2; i++) {
    thread_id thread = i ? 3 - first : first;
    f->run.race[i] = (struct touch){thread, access[thread], 4096};
  }
  f->run.at = access[first];
  const struct json_value *result = result_of(f);
  const char *text =
    json_member_text(json_member(result, "partialFingerprints"), "heddlePlaces/v1");
  assert_non_null(text);
  snprintf(print, 64, "%s", text);
  const struct json_value *related = json_member(result, "relatedLocations");
  assert_int_equal(related->n, 2);
  assert_string_equal(message_of(at(related, first != 1)), "thread 1 (work) writes x");
  assert_string_equal(message_of(at(related, first == 1)), "thread 2 (play) writes x");
  end(f);
}

static void
fingerprints(void **state)
{
  (void)state;
  struct fixture f;
  char one[64], swapped[64], moved[64], mirrored[64];
  race(&f, 1, 10, 20, one);
  race(&f, 2, 10, 20, swapped);
  race(&f, 1, 10, 21, moved);
  race(&f, 1, 20, 10, mirrored);
  assert_int_equal(strlen(one), 32);
  assert_string_equal(one, swapped);
  assert_string_not_equal(one, moved);
  assert_string_not_equal(one, mirrored);
}

/* ---- long runs ----------------------------------------------------------- */

/* Main reads x so many times, each time something else, and fails. */
static const struct json_value *
read_often(struct fixture *f, uint32_t n)
{
  begin(f);
  add_thread(f, "main");
  place_id place = add_place(f, "main", 7);
  /* What is read of one's own memory alone is not told: there is another thread. */
  for (uint32_t i = 0; i < n; i++)
    happens(f, add_access(f, EVENT_LOAD, place), i);
  event_id bad = add_event(f, (struct event){.kind = EVENT_ASSERT,
                                             .fault = FAULT_ASSERTION,
                                             .text = "(struct p){x}.y == t[0](1)",
                                             .place = place});
  add_thread(f, "other");
  add_access(f, EVENT_STORE, add_place(f, "other", 9));
  happens(f, bad, 0);
  f->run.end = RUN_VIOLATION;
  f->run.at = bad;
  return result_of(f);
}

static const struct json_value *
merged_flow(const struct json_value *result)
{
  const struct json_value *flows =
    json_member(at(json_member(result, "codeFlows"), 0), "threadFlows");
  return json_member(at(flows, 0), "locations");
}

static uint64_t
order_of(const struct json_value *step)
{
  const struct json_value *order = json_member(step, "executionOrder");
  assert_non_null(order);
  return order->natural;
}

static void
long_runs(void **state)
{
  (void)state;
  struct fixture f;
  const struct json_value *result = read_often(&f, 1000), *flow = merged_flow(result);
  assert_int_equal(flow->n, SARIF_STEPS);
  assert_int_equal(order_of(at(flow, 0)), 102);
  assert_int_equal(order_of(at(flow, SARIF_STEPS - 1)), 1001);
  assert_string_equal(message_of(at(json_member(result, "codeFlows"), 0)),
                      "all threads, in the order of the schedule; the last 900 of 1001 steps");
  assert_string_equal(message_of(json_member(at(flow, 0), "location")),
                      "thread 0 (main): reads x = 101");
  end(&f);
  result = read_often(&f, SARIF_STEPS - 1);
  flow = merged_flow(result);
  assert_int_equal(flow->n, SARIF_STEPS);
  assert_int_equal(order_of(at(flow, 0)), 1);
  assert_string_equal(message_of(at(json_member(result, "codeFlows"), 0)),
                      "all threads, in the order of the schedule");
  end(&f);
}

/* ---- messages and files -------------------------------------------------- */

static void
messages(void **state)
{
  (void)state;
  struct fixture f;
  const struct json_value *result = read_often(&f, 1);
  assert_string_equal(message_of(result), "assertion failed: (struct p){{x}}.y == t[0] (1)");
  const struct json_value *place =
    json_member(at(json_member(result, "locations"), 0), "physicalLocation");
  const struct json_value *artifact = json_member(place, "artifactLocation");
  assert_string_equal(json_member_text(artifact, "uri"), "no%20such.c");
  assert_string_equal(json_member_text(artifact, "uriBaseId"), "%SRCROOT%");
  /* The file cannot be read: columns are those of the compiler, and there is no text. */
  assert_int_equal(json_member(json_member(place, "region"), "startColumn")->natural, 3);
  assert_null(json_member(place, "contextRegion"));
  end(&f);
}

/* ---- rules --------------------------------------------------------------- */

/* A kind has one row for whatever is left, which is its last. */
static void
expect_rule(const char *kind)
{
  bool closed = false;
  for (size_t i = 0; i < rules_n; i++) {
    if (strcmp(rules[i].kind, kind) != 0)
      continue;
    assert_false(closed);
    closed = !rules[i].text;
  }
  assert_true(closed);
}

static void
every_fault_has_a_rule(void **state)
{
  (void)state;
#define X(name, word, text, property) expect_rule(fault_name(FAULT_##name));
  FAULTS(X)
#undef X
  expect_rule("deadlock");
}

static void
rules_by_text(void **state)
{
  (void)state;
  static const char *const texts[][2] = {{"use after free", "use-after-free"},
                                         {"free of an address that is not", "invalid-free"},
                                         {"access through an invalid pointer", "memory"},
                                         {NULL, "memory"}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct fixture f;
    begin(&f);
    add_thread(&f, "main");
    f.run.at = add_event(
      &f, (struct event){.kind = EVENT_ASSERT, .fault = FAULT_MEMORY, .text = texts[i][0]});
    f.run.end = RUN_VIOLATION;
    struct trace_input input = {f.prog, NULL, &f.schedule, &f.run, NULL};
    assert_string_equal(rules[rule_of(&input)].id, texts[i][1]);
    end(&f);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(fingerprints),  cmocka_unit_test(long_runs),
    cmocka_unit_test(messages),      cmocka_unit_test(every_fault_has_a_rule),
    cmocka_unit_test(rules_by_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
