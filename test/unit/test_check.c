/* A check from within a program: files and options in, a report out, and nothing printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/report.h"

/* Whoever watches: counts what he is told. */
struct watcher {
  unsigned shown, messages;
  bool stops;
};

static bool
stop(void *argument)
{
  return ((struct watcher *)argument)->stops;
}

static void
show(void *argument)
{
  ((struct watcher *)argument)->shown++;
}

static void
clear(void *argument)
{
  (void)argument;
}

static void
tell(void *argument, const struct diags *diags)
{
  ((struct watcher *)argument)->messages += (unsigned)diags->all.n;
}

struct fixture {
  struct check_options options;
  struct operands operands;
  struct progress *progress;
  struct report report;
  struct check_error error;
  struct watcher watcher;
};

static bool
check(struct fixture *f, const char *file)
{
  struct diags diags = {0};
  struct check_watch watch = {stop, show, clear, tell, &f->watcher};
  vec_push(&f->operands.words, file);
  assert_true(load_settle(&f->options.load, &f->operands, &diags));
  assert_true(check_fits(&f->options, &f->error.text));
  check_settle(&f->options);
  f->progress = calloc(1, sizeof *f->progress);
  progress_begin(f->progress, f->options.deepen);
  f->report = (struct report){.options = &f->options, .operands = &f->operands};
  return check_run(&f->report, f->progress, &watch, &f->error);
}

static void
drop(struct fixture *f)
{
  report_free(&f->report);
  operands_free(&f->operands);
  str_free(&f->error.text);
  free(f->progress);
}

static const char program[] = HEDDLE_TEST_DIR "/pass/slice_unneeded.prog";

/* The schedule of the bug survives its way through a record. */
static void
expect_same_schedule(const struct schedule *schedule)
{
  struct json json = {0};
  struct arena arena = {0};
  struct json_error error;
  struct schedule again = {0};
  json_object(&json, NULL);
  schedule_write_json(&json, "schedule", schedule);
  json_object_end(&json);
  const struct json_value *value = json_read(&arena, str_text(&json.out), json.out.n, &error);
  assert_non_null(value);
  assert_true(schedule_read_json(&again, json_member(value, "schedule")));
  assert_int_equal(again.contexts.n, schedule->contexts.n);
  for (size_t i = 0; i < again.contexts.n; i++) {
    assert_int_equal(again.contexts.at[i].thread, schedule->contexts.at[i].thread);
    assert_int_equal(again.contexts.at[i].labels, schedule->contexts.at[i].labels);
  }
  assert_int_equal(again.late.n, schedule->late.n);
  assert_int_equal(again.inputs.n, schedule->inputs.n);
  assert_false(schedule_read_json(&again, json_member(value, "nothing")));
  schedule_free(&again);
  arena_free(&arena);
  str_free(&json.out);
}

static void
a_bug(void **state)
{
  (void)state;
  struct fixture f = {.options = {.load = LOAD_DEFAULTS, .rounds = 2}};
  struct str text = {0};
  assert_true(check(&f, program));
  assert_int_equal(f.report.result.verdict, VERDICT_BUG);
  assert_int_equal(report_exit_code(&f.report), EXIT_BUG);
  assert_true(f.progress->decided);
  assert_true(f.watcher.shown > 0);
  assert_int_equal(f.watcher.messages, 0);
  report_competition(&text, &f.report);
  assert_string_equal(str_text(&text), "false(unreach-call)\n");
  str_free(&text);
  expect_same_schedule(&f.report.result.schedule);
  drop(&f);
}

static void
stopped(void **state)
{
  (void)state;
  struct fixture f = {.options = {.load = LOAD_DEFAULTS, .rounds = 2}, .watcher = {.stops = true}};
  assert_true(check(&f, program));
  assert_int_equal(f.report.result.verdict, VERDICT_UNKNOWN);
  assert_int_equal(f.report.result.limit, LIMIT_INTERRUPT);
  assert_int_equal(report_exit_code(&f.report), EXIT_OPEN);
  drop(&f);
}

static void
no_program(void **state)
{
  (void)state;
  struct fixture f = {.options = {.load = LOAD_DEFAULTS, .rounds = 2}};
  assert_false(check(&f, "nobody.prog"));
  assert_int_equal(f.error.kind, CHECK_TOLD);
  assert_int_equal(f.watcher.messages, 1);
  drop(&f);
}

static void
misuse(void **state)
{
  (void)state;
  static const char *words[] = {"main:0=3"};
  struct fixture f = {.options = {.load = LOAD_DEFAULTS}};
  f.options.load.unwindset = (struct option_list){words, 1};
  assert_false(check(&f, program));
  assert_int_equal(f.error.kind, CHECK_MISUSE);
  assert_non_null(strstr(str_text(&f.error.text), "'main:0=3' is not of the form"));
  drop(&f);
  struct check_options options = {.load = LOAD_DEFAULTS, .certify = "proofs", .jobs = 2};
  struct str error = {0};
  assert_false(check_fits(&options, &error));
  assert_non_null(strstr(str_text(&error), "'--certify' and '--jobs' exclude each other"));
  str_free(&error);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_bug),
    cmocka_unit_test(stopped),
    cmocka_unit_test(no_program),
    cmocka_unit_test(misuse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
