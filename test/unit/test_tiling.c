/* Tilings, selections and instances; and that the instances of a tiling have together exactly the
 * runs that they should have, found by trying them all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/text.h"
#include "random_prog.h"
#include "tiling/selection.h"

/* ---- tilings ---- */

/* Labels without events: in each thread so many STEPs between a START and a STOP. */
static struct labels
plain_labels(const uint32_t *steps, size_t threads)
{
  struct labels labels = {0};
  for (size_t t = 0; t < threads; t++) {
    vec_push(&labels.first_of_thread, (uint32_t)labels.all.n);
    vec_push(&labels.all, ((struct label){.kind = LABEL_START}));
    for (uint32_t i = 0; i < steps[t]; i++)
      vec_push(&labels.all, ((struct label){.kind = LABEL_STEP}));
    vec_push(&labels.all, ((struct label){.kind = LABEL_STOP}));
  }
  vec_push(&labels.first_of_thread, (uint32_t)labels.all.n);
  return labels;
}

/* "0-4 4-9 | 0-3" */
static void
expect_tiling(struct tiling *tiling, const char *expected)
{
  struct str text = {0};
  for (thread_id t = 0; t + 1 < tiling->first_of_thread.n; t++) {
    str_add(&text, t ? " |" : "");
    for (uint32_t i = 0; i < tiling_count(tiling, t); i++) {
      const struct tile *tile = tiling_get(tiling, t, i);
      str_printf(&text, "%s%u-%u", text.n ? " " : "", tile->first, tile->end);
    }
  }
  assert_string_equal(str_text(&text), expected);
  str_free(&text);
  tiling_free(tiling);
}

static void
test_windows(void **state)
{
  (void)state;
  struct labels labels = plain_labels((uint32_t[]){7, 0, 3}, 3);
  struct tiling tiling;
  tiling_windows(&tiling, NULL, &labels, (struct window){.size = 3});
  expect_tiling(&tiling, "0-5 5-9 | | 0-5");
  tiling_windows(&tiling, NULL, &labels, (struct window){.size = 3, .shift = 1});
  expect_tiling(&tiling, "0-3 3-6 6-9 | | 0-3 3-5");
  tiling_windows(&tiling, NULL, &labels, (struct window){.size = 3, .shift = 5});
  expect_tiling(&tiling, "0-4 4-7 7-9 | | 0-3 3-5");
  tiling_windows(&tiling, NULL, &labels, (struct window){.size = 50, .percent = true});
  expect_tiling(&tiling, "0-5 5-9 | | 0-3 3-5");
  tiling_windows(&tiling, NULL, &labels, (struct window){.size = 1, .percent = true});
  expect_tiling(&tiling, "0-3 3-4 4-5 5-6 6-7 7-9 | | 0-3 3-5");
  tiling_windows(&tiling, NULL, &labels, (struct window){.size = 1000});
  expect_tiling(&tiling, "0-9 | | 0-5");
  labels_free(&labels);
}

static void
test_file(void **state)
{
  (void)state;
  struct labels labels = plain_labels((uint32_t[]){7, 0, 3}, 3);
  struct tiling tiling;
  struct diags diags = {0};
  const char *text = "# by hand\n\n 0: 3 5 # two cuts\n2:3\n";
  assert_true(tiling_parse(&tiling, NULL, &labels, text, "f", &diags));
  expect_tiling(&tiling, "0-3 3-5 5-9 | | 0-3 3-5");
  assert_true(tiling_parse(&tiling, NULL, &labels, "0: 1 4 8", "f", &diags)); /* 8 is a STOP */
  expect_tiling(&tiling, "0-4 4-9 | | 0-5");
  static const struct {
    const char *text, *error;
  } wrong[] = {
    {"nonsense", "expected 'THREAD: LABEL ...'"},
    {"0: 1 x", "expected the number of a label"},
    {"3: 1", "no such thread: 3"},
    {"\n0: 9", "no such label: 9 of thread 0"},
    {"0: 4 4", "labels must ascend: label 4 of thread 0"},
    {"0: 4\n0: 5", "thread 0 for a second time"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    diags_free(&diags);
    assert_false(tiling_parse(&tiling, NULL, &labels, wrong[i].text, "f", &diags));
    assert_string_equal(diags.all.at[0].text, wrong[i].error);
  }
  diags_free(&diags);
  labels_free(&labels);
}

/* ---- selections ---- */

static struct tiling
plain_tiling(const uint32_t *tiles, size_t threads)
{
  uint32_t steps[4];
  for (size_t t = 0; t < threads; t++)
    steps[t] = tiles[t] + 1; /* the first cannot be closed */
  struct labels labels = plain_labels(steps, threads);
  struct tiling tiling;
  tiling_windows(&tiling, NULL, &labels, (struct window){.size = 1});
  labels_free(&labels);
  return tiling;
}

static int
by_text(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The lines of the next `most` selections, to be freed with the array. */
static char **
lines_of(struct selections *selections, const struct tiling *tiling, size_t most, size_t *n)
{
  char **lines = mem_alloc(most * sizeof *lines);
  struct instance instance = {0};
  for (*n = 0; *n < most && selections_next(selections, &instance); ++*n) {
    struct str line = {0};
    instance_print(&line, tiling, &instance);
    lines[*n] = line.text;
  }
  instance_free(&instance);
  return lines;
}

static void
free_lines(char **lines, size_t n)
{
  for (size_t i = 0; i < n; i++)
    free(lines[i]);
  free(lines);
}

static void
expect_distinct(char **lines, size_t n)
{
  qsort(lines, n, sizeof *lines, by_text);
  for (size_t i = 1; i < n; i++)
    assert_string_not_equal(lines[i - 1], lines[i]);
}

/* All in order, and by chance the same ones in another order. */
static void
test_all_selections(void **state)
{
  (void)state;
  struct tiling tiling = plain_tiling((uint32_t[]){1, 4, 0, 5}, 4);
  struct selections *selections = selections_new(&tiling, 2);
  assert_true(selections_count(selections) == 60);
  size_t n;
  char **lines = lines_of(selections, &tiling, 100, &n);
  assert_int_equal(n, 60);
  assert_string_equal(lines[0], "tiles 0:0 1:0,1 3:0,1");
  assert_string_equal(lines[1], "tiles 0:0 1:0,1 3:0,2");
  assert_string_equal(lines[59], "tiles 0:0 1:2,3 3:3,4");
  selections_free(selections);

  selections = selections_new(&tiling, 2);
  selections_shuffle(selections, 7);
  size_t m;
  char **others = lines_of(selections, &tiling, 100, &m);
  assert_int_equal(m, 60);
  assert_string_not_equal(others[0], lines[0]);
  expect_distinct(lines, n);
  expect_distinct(others, m);
  for (size_t i = 0; i < n; i++)
    assert_string_equal(lines[i], others[i]);
  selections_free(selections);
  free_lines(lines, n);
  free_lines(others, m);
  tiling_free(&tiling);
}

static void
test_counts(void **state)
{
  (void)state;
  static const struct {
    uint32_t tiles[3];
    unsigned z;
    double count;
  } cases[] = {
    {{0, 0, 0}, 3, 1},
    {{3, 2, 1}, 0, 1},
    {{3, 2, 1}, 1, 6},
    {{3, 2, 1}, 2, 3},
    {{38, 38, 1}, 4, 73815.0 * 73815.0},
    {{60, 1, 1}, 30, 118264581564861424.0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct tiling tiling = plain_tiling(cases[i].tiles, 3);
    struct selections *selections = selections_new(&tiling, cases[i].z);
    assert_true(selections_count(selections) == cases[i].count);
    selections_free(selections);
    tiling_free(&tiling);
  }
}

/* A few of very many, twice the same by the same seed. */
static void
test_many_tiles(void **state)
{
  (void)state;
  struct tiling tiling = plain_tiling((uint32_t[]){200, 300, 100}, 3);
  struct selections *selections[2];
  char **lines[2];
  size_t n[2];
  for (int i = 0; i < 2; i++) {
    selections[i] = selections_new(&tiling, 20);
    selections_shuffle(selections[i], 3);
    assert_true(selections_count(selections[i]) > 1e60);
    lines[i] = lines_of(selections[i], &tiling, 200, &n[i]);
    assert_int_equal(n[i], 200);
    selections_free(selections[i]);
  }
  for (size_t i = 0; i < 200; i++)
    assert_string_equal(lines[0][i], lines[1][i]);
  expect_distinct(lines[0], 200);
  free_lines(lines[0], 200);
  free_lines(lines[1], 200);
  tiling_free(&tiling);
}

static void
test_instance_text(void **state)
{
  (void)state;
  struct tiling tiling = plain_tiling((uint32_t[]){2, 12, 0}, 3);
  struct instance instance;
  struct str error = {0}, text = {0};
  assert_true(instance_parse(&instance, &tiling, " tiles 1:11,3/0:1\n", &error));
  instance_print(&text, &tiling, &instance);
  assert_string_equal(str_text(&text), "tiles 0:1 1:3,11");
  instance_free(&instance);
  static const struct {
    const char *text, *error;
  } wrong[] = {
    {"1:0", "'1:0' is no instance: it does not begin with 'tiles'"},
    {"tiles 1", "expected THREAD:TILE,... at ''"},
    {"tiles 1:0,", "expected the number of a tile at ''"},
    {"tiles 0:2", "thread 0 has no tile 2; it has 2 tiles"},
    {"tiles 5:0", "there is no thread 5"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_false(instance_parse(&instance, &tiling, wrong[i].text, &error));
    assert_string_equal(str_text(&error), wrong[i].error);
    instance_free(&instance);
    str_free(&error);
  }
  str_free(&text);
  tiling_free(&tiling);
}

/* ---- coverage ----
 *
 * A run is written as the threads whose STEPs are passed, one after the other; START and STOP
 * labels are passed when they can be. It ends when nobody can go on, or in a violation. Each step
 * of the search runs the schedule so far anew: slow, but independent of all but interp_run. */

struct runs {
  const struct prog *prog;
  const struct labels *labels;
  const struct part *part;
  unsigned switches; /* at most */
  struct schedule schedule;
  uint32_t *passed;
  struct str text;
  VEC(char *) found;
};

static enum run_end
run_on(struct runs *runs, thread_id thread)
{
  struct run run;
  vec_push(&runs->schedule.contexts, ((struct context){thread, runs->passed[thread] + 1}));
  interp_run(&run, runs->prog, runs->labels, &runs->schedule);
  enum run_end end = run.end;
  run_free(&run);
  if (end == RUN_DONE)
    runs->passed[thread]++;
  else
    runs->schedule.contexts.n--;
  return end;
}

static bool
stands_before(const struct runs *runs, thread_id thread, bool step)
{
  uint32_t l = runs->passed[thread];
  return l < labels_count(runs->labels, thread) &&
         (labels_get(runs->labels, thread, l)->kind == LABEL_STEP) == step;
}

/* Everybody passes START and STOP labels; true if that violates something. */
static bool
settle(struct runs *runs)
{
  for (bool changed = true; changed;) {
    changed = false;
    for (thread_id t = 0; t < runs->prog->threads.n; t++)
      while (stands_before(runs, t, false)) {
        enum run_end end = run_on(runs, t);
        if (end == RUN_VIOLATION)
          return true;
        if (end != RUN_DONE)
          break;
        changed = true;
      }
  }
  return false;
}

static void
note(struct runs *runs, const char *end)
{
  struct str run = {0};
  str_printf(&run, "%s%s", str_text(&runs->text), end);
  vec_push(&runs->found, run.text);
}

static void search(struct runs *runs, thread_id last, unsigned switches);

/* The thread passes a STEP, and the search goes on from there. True if it could. */
static bool
step(struct runs *runs, thread_id thread, unsigned switches)
{
  size_t contexts = runs->schedule.contexts.n, n = runs->text.n;
  uint32_t saved[RANDOM_THREADS];
  memcpy(saved, runs->passed, sizeof saved);
  enum run_end end = run_on(runs, thread);
  if (end == RUN_DONE || end == RUN_VIOLATION) {
    str_printf(&runs->text, "%u", thread);
    if (end == RUN_VIOLATION || settle(runs))
      note(runs, "!");
    else
      search(runs, thread, switches);
    runs->text.n = n;
    runs->text.text[n] = 0;
  }
  runs->schedule.contexts.n = contexts;
  memcpy(runs->passed, saved, sizeof saved);
  return end == RUN_DONE || end == RUN_VIOLATION;
}

/* Could the thread pass its next STEP? */
static bool
can_step(struct runs *runs, thread_id thread)
{
  if (!stands_before(runs, thread, true))
    return false;
  enum run_end end = run_on(runs, thread);
  if (end == RUN_DONE) {
    runs->passed[thread]--;
    runs->schedule.contexts.n--;
  }
  return end == RUN_DONE || end == RUN_VIOLATION;
}

static void
search(struct runs *runs, thread_id last, unsigned switches)
{
  bool over = true;
  bool closed = stands_before(runs, last, true) &&
                part_is_closed(runs->part, runs->labels, last, runs->passed[last]);
  for (thread_id t = 0; t < runs->prog->threads.n; t++) {
    unsigned more = switches + (t != last);
    over &= !can_step(runs, t);
    if (stands_before(runs, t, true) && more <= runs->switches && (!closed || t == last))
      step(runs, t, more);
  }
  if (over)
    note(runs, ".");
}

static void
find_runs(struct runs *runs)
{
  runs->passed = mem_alloc(RANDOM_THREADS * sizeof *runs->passed);
  str_add(&runs->text, "");
  if (settle(runs))
    note(runs, "!");
  else
    search(runs, 0, 0);
}

/* Sorted, each once. */
static void
sort_runs(struct runs *runs)
{
  size_t n = 0;
  if (runs->found.n)
    qsort(runs->found.at, runs->found.n, sizeof *runs->found.at, by_text);
  for (size_t i = 0; i < runs->found.n; i++)
    if (n && !strcmp(runs->found.at[n - 1], runs->found.at[i]))
      free(runs->found.at[i]);
    else
      runs->found.at[n++] = runs->found.at[i];
  runs->found.n = n;
}

static void
runs_free(struct runs *runs)
{
  for (size_t i = 0; i < runs->found.n; i++)
    free(runs->found.at[i]);
  vec_free(&runs->found);
  schedule_free(&runs->schedule);
  str_free(&runs->text);
  free(runs->passed);
}

static bool
same_runs(const struct runs *a, const struct runs *b)
{
  if (a->found.n != b->found.n)
    return false;
  for (size_t i = 0; i < a->found.n; i++)
    if (strcmp(a->found.at[i], b->found.at[i]))
      return false;
  return true;
}

static void
complain(const struct runs *a, const struct runs *b, struct window window)
{
  struct str text = {0};
  prog_print(&text, a->prog, NULL);
  fprintf(stderr, "%swindows of %u, shift %u, %u switches: %zu runs, by instances %zu\n",
          str_text(&text), window.size, window.shift, a->switches, a->found.n, b->found.n);
  str_free(&text);
  fail();
}

/* The runs of all instances, with at most so many switches. */
static struct runs
runs_of_instances(const struct prog *prog, const struct labels *labels, struct window window,
                  unsigned k, size_t *instances)
{
  struct runs all = {.prog = prog, .labels = labels};
  struct tiling tiling;
  tiling_windows(&tiling, prog, labels, window);
  struct selections *selections = selections_new(&tiling, (k + 1) / 2);
  struct instance instance = {0};
  while (selections_next(selections, &instance)) {
    struct part part = {0};
    instance_close(&part, &instance, &tiling, labels, prog);
    struct runs runs = {.prog = prog, .labels = labels, .part = &part, .switches = k};
    find_runs(&runs);
    for (size_t i = 0; i < runs.found.n; i++)
      vec_push(&all.found, runs.found.at[i]);
    runs.found.n = 0; /* handed over */
    runs_free(&runs);
    part_free(&part);
    ++*instances;
  }
  instance_free(&instance);
  selections_free(selections);
  tiling_free(&tiling);
  return all;
}

/* Returns how many runs the largest number of switches allows. */
static size_t
expect_coverage(const struct prog *prog, unsigned most_switches, size_t *instances)
{
  struct labels labels;
  size_t found = 0;
  labels_find(&labels, prog);
  for (unsigned k = 0; k <= most_switches; k++) {
    struct runs all = {.prog = prog, .labels = &labels, .switches = k};
    find_runs(&all);
    sort_runs(&all);
    found = all.found.n;
    for (unsigned size = 1; size <= 3; size++)
      for (unsigned shift = 0; shift < size; shift++) {
        struct window window = {.size = size, .shift = shift};
        struct runs covered = runs_of_instances(prog, &labels, window, k, instances);
        sort_runs(&covered);
        if (!same_runs(&all, &covered))
          complain(&all, &covered, window);
        runs_free(&covered);
      }
    runs_free(&all);
  }
  labels_free(&labels);
  return found;
}

/* A mutex held over two stores, and a thread that looks; main waits for one of them. */
static const char mutex_text[] = "prog 1 pointer 64\n"
                                 "object 1 global \"x\" base 64 size 1\n"
                                 "object 2 global \"lock\" base 128 size 1\n"
                                 "thread 0 \"main\"\n"
                                 "  create 1\n"
                                 "  create 2\n"
                                 "  v1 = load.1 64:64 [1+0]\n"
                                 "  join 1\n"
                                 "  v2 = load.1 64:64 [1+0]\n"
                                 "%s\n%s";
static const char locked[] = "thread %u \"locked\"\n"
                             "  atomic %u {\n"
                             "  v%u1 = load.1 128:64 [2+0]\n"
                             "  v%u2 = eq.1 v%u1 0:8\n"
                             "  block v%u2\n"
                             "  store.1 128:64 1:8 [2+0]\n"
                             "  }\n"
                             "  store.1 64:64 1:8 [1+0]\n"
                             "  store.1 64:64 2:8 [1+0]\n"
                             "  store.1 128:64 0:8 [2+0]\n";

static struct prog *
mutex_prog(void)
{
  struct str one = {0}, two = {0}, text = {0};
  struct diags diags = {0};
  str_printf(&one, locked, 1, 1, 1, 1, 1, 1);
  str_printf(&two, locked, 2, 2, 2, 2, 2, 2);
  str_printf(&text, mutex_text, str_text(&one), str_text(&two));
  struct prog *prog = prog_parse(str_text(&text), "mutex", &diags);
  diags_print(&diags, stderr);
  assert_non_null(prog);
  assert_true(prog_check(prog, &diags));
  diags_free(&diags);
  str_free(&one);
  str_free(&two);
  str_free(&text);
  return prog;
}

static void
test_coverage_of_a_mutex(void **state)
{
  (void)state;
  struct prog *prog = mutex_prog();
  prog->no_merge = true; /* there would be little to cut into tiles */
  size_t instances = 0, runs = expect_coverage(prog, 5, &instances);
  assert_int_equal(runs, 46);
  assert_int_equal(instances, 92);
  prog_free(prog);
}

/* Two threads that write five times each. */
static void
test_coverage_without_waiting(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 1);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  tiny_child(&tiny, EVENT_CREATE, 2);
  for (thread_id t = 1; t <= 2; t++) {
    tiny_thread(&tiny);
    for (unsigned i = 0; i < 5; i++)
      tiny_store(&tiny, x, 0, tiny_const(&tiny, 1, t));
  }
  tiny_done(&tiny);
  size_t instances = 0, runs = expect_coverage(tiny.prog, 5, &instances);
  /* With 1, 2, 3, 4 switches after that from main: in how many ways can five writes be cut? */
  assert_int_equal(runs, 2 * (1 + 4 + 4 * 4 + 6 * 4));
  assert_true(instances > 50);
  tiny_free(&tiny);
}

static void
test_coverage_of_random_programs(void **state)
{
  (void)state;
  static const struct random_shape shapes[] = {
    {.threads = 3, .units = 6, .rare_stops = true, .rare_asserts = true},
    {.threads = 4, .units = 4, .rare_asserts = true},
  };
  struct dice dice = {8};
  size_t runs = 0, instances = 0;
  for (unsigned i = 0; i < 60; i++) {
    struct tiny tiny = random_prog(&dice, shapes[i % 2]);
    tiny.prog->asks = 0;
    runs += expect_coverage(tiny.prog, 4, &instances);
    tiny_free(&tiny);
  }
  assert_true(runs > 100 && instances > 500);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_windows),
    cmocka_unit_test(test_file),
    cmocka_unit_test(test_all_selections),
    cmocka_unit_test(test_counts),
    cmocka_unit_test(test_many_tiles),
    cmocka_unit_test(test_instance_text),
    cmocka_unit_test(test_coverage_of_a_mutex),
    cmocka_unit_test(test_coverage_without_waiting),
    cmocka_unit_test(test_coverage_of_random_programs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
