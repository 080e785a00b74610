/* The table of passes, and the pipeline that follows it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/options.h"
#include "ir/text.h"
#include "passes/passes.h"

static const char text[] = "prog 1 pointer 64\n"
                           "object 1 global \"x\" base 64 size 4\n"
                           "object 2 global \"y\" base 128 size 4\n"
                           "\n"
                           "thread 0 \"main\"\n"
                           "  create 1\n"
                           "  v1 = load.4 64:64 [1+0]\n"
                           "  v2 = eq.1 v1 0:32\n"
                           "  assert v2 assertion \"x == 0\"\n"
                           "\n"
                           "thread 1 \"worker\"\n"
                           "  store.4 64:64 1:32 [1+0]\n"
                           "  store.4 128:64 1:32 [2+0]\n";

static struct prog *
parse(void)
{
  struct diags diags = {0};
  struct prog *prog = prog_parse(text, "text", &diags);
  assert_non_null(prog);
  prog_restrict(prog, PROPERTY_ASSERT, false);
  diags_free(&diags);
  return prog;
}

/* The order of the rows is one in which each pass has what it needs. */
static void
needs_are_made_before(void **state)
{
  (void)state;
  unsigned has = 0;
  struct str word = {0};
  for (enum pass_id p = 0; p < PASS_COUNT; p++) {
    const struct pass *pass = pass_get(p);
    assert_false(pass->needs & ~has);
    has |= pass->makes;
    assert_non_null(pass->dump);
    assert_true(options_word(&word, PASS_WORDS, p));
    assert_string_equal(str_text(&word), pass->name);
  }
  assert_false(options_word(&word, PASS_WORDS, PASS_COUNT));
  str_free(&word);
}

static void
step_by_step(void **state)
{
  (void)state;
  struct prog *prog = parse();
  struct pipeline line = {.prog = prog};
  pipeline_run(&line, PASS_LABELS);
  assert_non_null(line.labels);
  assert_null(line.values);
  pipeline_run(&line, PASS_VALUES);
  assert_true(line.prog == prog);
  assert_false(line.sliced);
  pipeline_run(&line, PASS_RANGES);
  assert_true(line.sliced);
  assert_true(line.prog == line.slice.prog);
  assert_true(line.labels == &line.slice.labels);
  assert_non_null(line.ranges);
  struct values *values = line.values;
  pipeline_run(&line, PASS_RANGES); /* nothing is left to do */
  assert_true(line.values == values);
  pipeline_free(&line);
  prog_free(prog);
}

static void
left_out(void **state)
{
  (void)state;
  struct prog *prog = parse();
  struct labels labels;
  labels_find(&labels, prog);
  struct pipeline line = {
    .prog = prog, .labels = &labels, .without = 1u << PASS_SLICE | 1u << PASS_RANGES};
  pipeline_run(&line, PASS_RANGES);
  assert_true(line.prog == prog);
  assert_true(line.labels == &labels);
  assert_null(line.ranges);
  pipeline_free(&line);
  labels_free(&labels);
  prog_free(prog);
}

static void
labels_of_the_whole(void **state)
{
  (void)state;
  struct prog *prog = parse();
  struct labels labels;
  labels_find(&labels, prog);
  struct pipeline line = {.prog = prog, .labels = &labels, .whole_labels = true};
  pipeline_run(&line, PASS_RANGES);
  assert_true(line.sliced);
  assert_true(line.labels == &labels);
  pipeline_free(&line);
  labels_free(&labels);
  prog_free(prog);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(needs_are_made_before),
    cmocka_unit_test(step_by_step),
    cmocka_unit_test(left_out),
    cmocka_unit_test(labels_of_the_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
