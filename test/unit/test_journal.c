#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "ir/schedule.h"
#include "swarm/journal.h"

static char path[64];

static int
make_path(void **state)
{
  (void)state;
  snprintf(path, sizeof path, "/tmp/heddle-journal-%ld", (long)getpid());
  unlink(path);
  return 0;
}

static int
remove_path(void **state)
{
  (void)state;
  unlink(path);
  return 0;
}

static void
append(const char *text)
{
  FILE *file = fopen(path, "a");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void
test_lines(void **state)
{
  (void)state;
  struct journal journal;
  struct str error = {0};
  assert_true(journal_open(&journal, path, false, &error));
  journal_add(&journal, "k1", "none 1.0.3+");
  journal_add(&journal, "k2", "two words ");
  journal_close(&journal);
  assert_false(journal_open(&journal, path, false, &error));
  assert_non_null(strstr(str_text(&error), "--resume"));
  append("k1 half a li");
  assert_true(journal_open(&journal, path, true, &error));
  assert_int_equal(journal.lines.n, 2);
  assert_string_equal(journal.lines.at[0].key, "k1");
  assert_string_equal(journal.lines.at[0].text, "none 1.0.3+");
  assert_string_equal(journal.lines.at[1].text, "two words ");
  journal_add(&journal, "k1", "after");
  journal_close(&journal);
  assert_true(journal_open(&journal, path, true, &error));
  assert_int_equal(journal.lines.n, 3);
  assert_string_equal(journal.lines.at[2].text, "after");
  journal_close(&journal);
  str_free(&error);
}

/* Of a journal that is being written, and of one that has just been begun; nothing comes twice. */
static void
test_peek(void **state)
{
  (void)state;
  static const char text[] =
    "heddle journal 1\nk2 none [tiles 1:0] \nk1 b\nk2 none [tiles 1:0] \nk1 a\nk1 hal";
  struct journal journal = {0};
  struct str error = {0}, all = {0};
  assert_false(journal_peek(&journal, path, &error));
  append("heddle jour");
  assert_true(journal_peek(&journal, path, &error));
  assert_int_equal(journal.lines.n, 0);
  append(text + strlen("heddle jour"));
  assert_true(journal_peek(&journal, path, &error));
  assert_int_equal(journal.lines.n, 4);
  assert_true(journal_peek(&journal, path, &error));
  journal_print(&all, &journal);
  assert_string_equal(str_text(&all), "heddle journal 1\nk1 a\nk1 b\nk2 none [tiles 1:0] \n");
  journal_free(&journal);
  unlink(path);
  append("something else\n");
  assert_false(journal_peek(&journal, path, &error));
  str_free(&all);
  str_free(&error);
}

static void
test_not_a_journal(void **state)
{
  (void)state;
  struct journal journal;
  struct str error = {0};
  assert_false(journal_open(&journal, path, true, &error));
  append("something else\n");
  error.n = 0;
  assert_false(journal_open(&journal, path, true, &error));
  assert_non_null(strstr(str_text(&error), "is not a journal"));
  str_free(&error);
}

static void
test_schedules(void **state)
{
  (void)state;
  struct schedule schedule = {0}, again;
  struct str text = {0};
  vec_push(&schedule.contexts, ((struct context){0, 4}));
  vec_push(&schedule.contexts, ((struct context){12, 130}));
  vec_push(&schedule.inputs, 0);
  vec_push(&schedule.inputs, UINT64_MAX);
  schedule_print(&text, &schedule);
  assert_string_equal(str_text(&text), "0:4 12:130 in 0 ffffffffffffffff");
  assert_true(schedule_parse(&again, str_text(&text)));
  assert_int_equal(again.contexts.n, 2);
  assert_int_equal(again.contexts.at[1].thread, 12);
  assert_int_equal(again.contexts.at[1].labels, 130);
  assert_int_equal(again.inputs.n, 2);
  assert_true(again.inputs.at[1] == UINT64_MAX);
  schedule_free(&again);
  const char *wrong[] = {"",         "0:4",       "0:4 ", "0:-4 in",        "0 4 in",
                         "0:4 in x", "0:4 in 1x", "i",    "4294967296:1 in"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_false(schedule_parse(&again, wrong[i]));
    schedule_free(&again);
  }
  schedule_free(&schedule);
  str_free(&text);
}

static void
test_late_stores(void **state)
{
  (void)state;
  struct schedule schedule = {0}, again;
  struct str text = {0};
  vec_push(&schedule.contexts, ((struct context){1, 3}));
  vec_push(&schedule.late, ((struct late){12, 0}));
  vec_push(&schedule.late, ((struct late){130, CONTEXT_NEVER}));
  vec_push(&schedule.inputs, 31);
  schedule_print(&text, &schedule);
  assert_string_equal(str_text(&text), "1:3 late 12@0 130@4294967295 in 1f");
  assert_true(schedule_parse(&again, str_text(&text)));
  assert_int_equal(again.contexts.n, 1);
  assert_int_equal(again.late.n, 2);
  assert_int_equal(again.late.at[0].store, 12);
  assert_int_equal(again.late.at[0].context, 0);
  assert_int_equal(again.late.at[1].store, 130);
  assert_true(again.late.at[1].context == CONTEXT_NEVER);
  assert_int_equal(again.inputs.n, 1);
  assert_int_equal(again.inputs.at[0], 31);
  for (size_t n = 0; n < text.n; n++) { /* cut anywhere, only the inputs may be gone, or a digit */
    struct str cut = {0};
    str_add_bytes(&cut, text.text, n);
    schedule_free(&again);
    assert_int_equal(schedule_parse(&again, str_text(&cut)), n + 1 == text.n || n + 3 == text.n);
    str_free(&cut);
  }
  schedule_free(&again);
  const char *wrong[] = {"late",
                         "late ",
                         "late 1@2",
                         "late 1@2 ",
                         "late1@2 in",
                         "late 1@ in",
                         "late @2 in",
                         "late 1:2 in",
                         "late 1@2in",
                         "late 1@-2 in",
                         "late 4294967296@1 in",
                         "late 1@4294967296 in",
                         "late 1@2 0:4 in",
                         "late 1@2 late 3@4 in",
                         "0@4 in"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_false(schedule_parse(&again, wrong[i]));
    schedule_free(&again);
  }
  schedule_free(&schedule);
  str_free(&text);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_lines, make_path, remove_path),
    cmocka_unit_test_setup_teardown(test_not_a_journal, make_path, remove_path),
    cmocka_unit_test_setup_teardown(test_peek, make_path, remove_path),
    cmocka_unit_test(test_schedules),
    cmocka_unit_test(test_late_stores),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
