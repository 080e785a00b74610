/* Problems that are divided, however small they are, get the same answer as in one piece. */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/half.h"
#include "engine/instances.h"
#include "engine/told.h"
#include "ir/text.h"
#include "random_prog.h"

struct subject {
  struct prog *prog;
  struct labels labels;
};

static struct subject
random_subject(struct dice *dice, unsigned i)
{
  static const struct random_shape shapes[] = {
    {.threads = 2, .units = 10, .rare_asserts = true, .rare_stops = true, .weak = true},
    {.threads = 3, .units = 8, .rare_asserts = true, .rare_stops = true, .weak = true},
    {.threads = 4, .units = 5, .rare_asserts = true, .rare_stops = true, .weak = true},
    /* takes a while */
    {.threads = 4, .units = 20, .rare_asserts = true, .rare_stops = true, .weak = true},
  };
  static const unsigned asks[] = {0, PROPERTY_DEADLOCK, PROPERTY_RACE,
                                  PROPERTY_DEADLOCK | PROPERTY_RACE};
  struct tiny tiny = random_prog(dice, shapes[i]);
  struct subject subject = {.prog = tiny.prog};
  vec_free(&tiny.labels.all);
  vec_free(&tiny.labels.first_of_thread);
  subject.prog->asks = asks[roll(dice, 4)];
  labels_find(&subject.labels, subject.prog);
  return subject;
}

static void
subject_free(struct subject *subject)
{
  labels_free(&subject->labels);
  prog_free(subject->prog);
}

static void
complain(const struct subject *subject, const struct engine_result *one,
         const struct engine_result *other)
{
  struct str text = {0};
  prog_print(&text, subject->prog, NULL);
  fprintf(stderr, "%sin one piece %d, divided %d: %s\n", str_text(&text), one->verdict,
          other->verdict, other->reason ? other->reason : "");
  str_free(&text);
}

static bool
is_bug(const struct engine_result *result)
{
  assert_true(result->verdict != VERDICT_INTERNAL && result->verdict != VERDICT_UNKNOWN);
  return result->verdict == VERDICT_BUG;
}

static void
test_same_answers(void **state)
{
  (void)state;
  struct dice dice = {2026};
  unsigned bugs = 0, parts = 0;
  for (unsigned i = 0; i < 150; i++) {
    struct subject subject = random_subject(&dice, i % 3);
    struct engine_options options = {.rounds = 2 + roll(&dice, 2), .no_slice = chance(&dice, 2)};
    struct engine_result one, divided;
    engine_check(&one, subject.prog, &subject.labels, &options);
    options.jobs = 1 + roll(&dice, 3);
    options.leaves = 2 + roll(&dice, 5);
    options.slice = 1 + roll(&dice, 20);
    engine_check(&divided, subject.prog, &subject.labels, &options);
    if (one.verdict != divided.verdict)
      complain(&subject, &one, &divided);
    assert_int_equal(one.verdict, divided.verdict);
    assert_int_equal(one.loops_complete, divided.loops_complete);
    bugs += is_bug(&one);
    parts += divided.parts;
    if (divided.verdict != VERDICT_BUG && divided.parts)
      assert_true(divided.share > 0.999 && divided.share < 1.001);
    engine_result_free(&one);
    engine_result_free(&divided);
    subject_free(&subject);
  }
  assert_in_range(bugs, 20, 130); /* both answers occur */
  assert_in_range(parts, 100, 2000);
}

/* One order of all schedules, divided by which of two nodes comes first. Brute force has the last
 * word. Some workers are told the problem as text. */
static void
test_one_order(void **state)
{
  (void)state;
  struct dice dice = {1905};
  unsigned bugs = 0, parts = 0;
  for (unsigned i = 0; i < 150; i++) {
    struct subject subject = random_subject(&dice, i % 3);
    random_tell_nobody(subject.prog);
    struct engine_options options = {.kind = ENGINE_EXPLICIT};
    struct engine_result brute, one, divided;
    engine_check(&brute, subject.prog, &subject.labels, &options);
    options.kind = ENGINE_ORDER;
    options.lazily = i % 2;
    options.no_slice = chance(&dice, 2);
    engine_check(&one, subject.prog, &subject.labels, &options);
    options.jobs = 1 + roll(&dice, 3);
    options.leaves = 2 + roll(&dice, 5);
    options.slice = 1 + roll(&dice, 20);
    options.transport = chance(&dice, 3) ? &transport_told : NULL;
    engine_check(&divided, subject.prog, &subject.labels, &options);
    if (one.verdict != divided.verdict)
      complain(&subject, &one, &divided);
    assert_int_equal(is_bug(&brute), is_bug(&divided));
    assert_int_equal(one.verdict, divided.verdict);
    assert_int_equal(one.loops_complete, divided.loops_complete);
    assert_int_equal(divided.lost, 0);
    assert_true(divided.share == 0 && !divided.parts_open == !is_bug(&divided));
    bugs += is_bug(&one);
    parts += divided.parts;
    engine_result_free(&brute);
    engine_result_free(&one);
    engine_result_free(&divided);
    subject_free(&subject);
  }
  assert_in_range(bugs, 20, 130); /* both answers occur */
  assert_in_range(parts, 100, 2000);
}

/* A prime number of 22 bits is no product of two of 11; there is one thread, and so nothing to
 * divide. Each processor but one gets a rival, and there are no more than that: the leaf reports
 * after every few conflicts, and each time somebody looks for work. */
static void
test_rivals(void **state)
{
  (void)state;
  static const char text[] = "prog 1 pointer 64\n"
                             "input 0 nondet.11 \"a\"\n"
                             "input 1 nondet.11 \"b\"\n"
                             "thread 0 \"main\"\n"
                             "  v1 = zext.22 in0\n"
                             "  v2 = zext.22 in1\n"
                             "  v3 = mul.22 v1 v2\n"
                             "  v4 = eq.1 v3 2516603:22\n"
                             "  v5 = not.1 v4\n"
                             "  assert v5 assertion \"a * b != 2516603\"\n";
  struct diags diags = {0};
  struct subject subject = {.prog = prog_parse(text, "rivals.prog", &diags)};
  assert_non_null(subject.prog);
  labels_find(&subject.labels, subject.prog);
  struct engine_options options = {.rounds = 1, .jobs = 4, .leaves = 2, .slice = 10};
  struct engine_result result;
  engine_check(&result, subject.prog, &subject.labels, &options);
  assert_int_equal(result.verdict, VERDICT_SAFE);
  assert_int_equal(result.rivals, 3);
  engine_result_free(&result);
  subject_free(&subject);
  diags_free(&diags);
}

/* With a journal that says everything, nothing is left to do; with half of it, the rest. */
static void
test_journals(void **state)
{
  (void)state;
  char path[64];
  struct dice dice = {7};
  struct str error = {0};
  unsigned saved = 0;
  snprintf(path, sizeof path, "/tmp/heddle-swarm-%ld", (long)getpid());
  for (unsigned i = 0; i < 40; i++) {
    struct subject subject = random_subject(&dice, i % 3);
    struct engine_options options = {.rounds = 2, .jobs = 2, .leaves = 4, .slice = 5};
    if (i >= 20) {
      random_tell_nobody(subject.prog);
      options.kind = ENGINE_ORDER;
      options.rounds = 0;
    }
    struct engine_result first, again;
    struct journal journal;
    unlink(path);
    assert_true(journal_open(&journal, path, false, &error));
    options.journal = &journal;
    engine_check(&first, subject.prog, &subject.labels, &options);
    journal_close(&journal);
    if (chance(&dice, 2)) { /* the end of it is lost */
      FILE *file = fopen(path, "r+");
      assert_non_null(file);
      fseek(file, 0, SEEK_END);
      assert_int_equal(ftruncate(fileno(file), ftell(file) * 2 / 3), 0);
      fclose(file);
    }
    assert_true(journal_open(&journal, path, true, &error));
    engine_check(&again, subject.prog, &subject.labels, &options);
    journal_close(&journal);
    assert_int_equal(first.verdict, again.verdict);
    saved += again.parts < first.parts;
    engine_result_free(&first);
    engine_result_free(&again);
    subject_free(&subject);
  }
  assert_true(saved > 15);
  unlink(path);
  str_free(&error);
}

/* Kills every process below this one. */
static bool
kill_leaves(void *argument)
{
  char path[64], name[32];
  FILE *file;
  (void)argument;
  snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
  file = fopen(path, "r");
  for (long process; file && fscanf(file, "%31s", name) == 1 && (process = strtol(name, NULL, 10));)
    kill((pid_t)process, SIGKILL);
  if (file)
    fclose(file);
  return false;
}

/* Leaves that die again and again are given up, and with them the claim that there is no bug. */
static void
test_deaths(void **state)
{
  (void)state;
  struct dice dice = {31};
  unsigned lost = 0;
  for (unsigned i = 0; i < 10; i++) {
    struct subject subject = random_subject(&dice, 3);
    struct engine_options options = {.rounds = 4, .slice = 1};
    struct engine_result one, divided;
    engine_check(&one, subject.prog, &subject.labels, &options);
    options.jobs = 2;
    options.leaves = 3;
    options.stop = kill_leaves;
    engine_check(&divided, subject.prog, &subject.labels, &options);
    assert_true(divided.verdict == VERDICT_UNKNOWN || divided.verdict == one.verdict);
    lost += divided.verdict == VERDICT_UNKNOWN;
    assert_true(divided.verdict == VERDICT_BUG ||
                (divided.verdict == VERDICT_UNKNOWN) == (divided.lost > 0));
    engine_result_free(&one);
    engine_result_free(&divided);
    subject_free(&subject);
  }
  assert_true(lost > 0);
}

/* Instances in shares, by tiles of one label: each is in one of them; and if nothing is tried, all are
 * left. How many instances there are. */
static unsigned
check_shares(const struct subject *subject, const struct engine_options *options)
{
  enum { SHARES = 3 };
  unsigned sum = 0, n = 0;
  struct tiling tiling = {0};
  tiling_windows(&tiling, subject->prog, &subject->labels, (struct window){.size = 1});
  for (unsigned share = 0; share <= SHARES; share++) {
    struct engine_result result;
    struct instances instances = {.tiling = &tiling,
                                  .selections = selections_new(&tiling, 1),
                                  .share = share,
                                  .shares = SHARES,
                                  .only_known = !share};
    n = (unsigned)selections_count(instances.selections);
    engine_check_instances(&result, subject->prog, &subject->labels, options, &instances);
    assert_int_equal(result.verdict, share ? VERDICT_BOUNDED : VERDICT_UNKNOWN);
    assert_int_equal(instances.left, share ? 0 : n);
    assert_int_equal(instances.none, share ? (n + SHARES - share) / SHARES : 0);
    assert_true(share || (instances.left_in.at[0] == (n + SHARES - 1) / SHARES &&
                          instances.left_in.at[SHARES - 1] == n / SHARES));
    sum += instances.none;
    selections_free(instances.selections);
    instances_free(&instances);
    engine_result_free(&result);
  }
  assert_int_equal(sum, n);
  tiling_free(&tiling);
  return n;
}

/* All selections of two tiles find what there is within three context switches. */
static void
test_instances(void **state)
{
  (void)state;
  struct dice dice = {99};
  unsigned bugs = 0, most = 0;
  for (unsigned i = 0; i < 12; i++) {
    struct subject subject = random_subject(&dice, i % 3);
    subject.prog->asks &= ~(unsigned)PROPERTY_RACE;
    struct part few = {.counts = true, .switches = 3};
    struct engine_options options = {.rounds = 4, .part = &few};
    struct engine_result one, all;
    struct tiling tiling = {0};
    tiling_windows(&tiling, subject.prog, &subject.labels, (struct window){.size = 3});
    struct instances instances = {.tiling = &tiling, .selections = selections_new(&tiling, 2)};
    engine_check(&one, subject.prog, &subject.labels, &options);
    options.jobs = 2;
    options.transport = i % 2 ? &transport_told : NULL;
    engine_check_instances(&all, subject.prog, &subject.labels, &options, &instances);
    bugs += is_bug(&one);
    assert_int_equal(is_bug(&one), is_bug(&all));
    assert_int_equal(instances.undecided, 0);
    if (!is_bug(&all)) {
      assert_true(instances.all);
      assert_int_equal(instances.none, selections_count(instances.selections));
      unsigned n = check_shares(&subject, &options);
      most = n > most ? n : most;
    }
    selections_free(instances.selections);
    instances_free(&instances);
    tiling_free(&tiling);
    engine_result_free(&one);
    engine_result_free(&all);
    subject_free(&subject);
  }
  assert_in_range(bugs, 1, 11);
  assert_in_range(most, 4, 200); /* or there is nothing to share */
}

/* The first round of thread 1 ends before, or behind, its first label that can be an end. */
static void
end_at_a_step(struct part *part, const struct subject *subject, bool passed)
{
  const struct labels *labels = &subject->labels;
  for (uint32_t l = 0; l < labels_count(labels, 1) && !part->ends.n; l++)
    if (labels_get(labels, 1, l)->kind == LABEL_STEP)
      vec_push(&part->ends, ((struct part_end){1, 0, l, passed}));
}

/* A problem that was printed and parsed is the same: its text is, and so is its answer. */
static void
test_told_problems(void **state)
{
  (void)state;
  struct dice dice = {12};
  for (unsigned i = 0; i < 20; i++) {
    struct subject subject = random_subject(&dice, i % 3);
    struct part part = {.counts = chance(&dice, 2), .switches = 3};
    struct engine_options options = {.kind = i % 2 ? ENGINE_EXPLICIT : ENGINE_SAT,
                                     .rounds = 2 + roll(&dice, 2),
                                     .part = &part,
                                     .no_narrow = chance(&dice, 2),
                                     .seconds = 1000.5};
    if (chance(&dice, 2))
      vec_resize(&part.closed, subject.labels.all.n);
    end_at_a_step(&part, &subject, chance(&dice, 2));
    struct engine_result here, there;
    struct search search = {subject.prog, &subject.labels, &options, &here, 0};
    struct str text = {0}, again = {0};
    told_print(&text, &search);
    struct told *told = told_parse(str_text(&text));
    assert_non_null(told);
    told_print(&again, &told->search);
    assert_string_equal(str_text(&text), str_text(&again));
    engine_check(&here, subject.prog, &subject.labels, &options);
    engine_check(&there, told->prog, &told->labels, &told->options);
    assert_int_equal(here.verdict, there.verdict);
    assert_int_equal(here.loops_complete, there.loops_complete);
    text.text[roll(&dice, 60)] = '?'; /* what is no problem is none */
    struct told *spoilt = told_parse(str_text(&text));
    if (spoilt)
      told_free(spoilt);
    assert_null(told_parse("engine rounds\nrounds 2\n"));
    assert_null(told_parse("engine oracle\nmemory sc\npart\nprog\n"));
    engine_result_free(&here);
    engine_result_free(&there);
    told_free(told);
    part_free(&part);
    str_free(&text);
    str_free(&again);
    subject_free(&subject);
  }
}

/* Workers that are told the problem as text, as if they were on another machine, find the same:
 * none of them refuses it because its clauses were others. */
static void
test_told_leaves(void **state)
{
  (void)state;
  struct dice dice = {4711};
  unsigned bugs = 0, parts = 0;
  for (unsigned i = 0; i < 60; i++) {
    struct subject subject = random_subject(&dice, i % 3);
    struct engine_options options = {.rounds = 2 + roll(&dice, 2), .no_slice = chance(&dice, 2)};
    struct engine_result one, divided;
    engine_check(&one, subject.prog, &subject.labels, &options);
    options.jobs = 1 + roll(&dice, 2);
    options.leaves = 2 + roll(&dice, 3);
    options.slice = 1 + roll(&dice, 20);
    options.transport = &transport_told;
    engine_check(&divided, subject.prog, &subject.labels, &options);
    if (one.verdict != divided.verdict)
      complain(&subject, &one, &divided);
    assert_int_equal(one.verdict, divided.verdict);
    assert_int_equal(one.loops_complete, divided.loops_complete);
    assert_int_equal(divided.lost, 0);
    bugs += is_bug(&one);
    parts += divided.parts;
    engine_result_free(&one);
    engine_result_free(&divided);
    subject_free(&subject);
  }
  assert_in_range(bugs, 8, 52);
  assert_in_range(parts, 30, 600);
}

/* The text of a half is read as what was printed, by rounds and by one order, both sides. */
static void
test_halves_as_text(void **state)
{
  (void)state;
  static const struct {
    struct half half;
    const char *text;
  } rows[] = {
    {{.thread = 1, .round = 0, .label = 63, .holds = true}, "1.0.63+"},
    {{.thread = 2, .round = 3, .label = 5}, "2.3.5-"},
    {{.by_order = true, .first = 12, .second = 40, .holds = true}, "12<40+"},
    {{.by_order = true, .first = 40, .second = 7}, "40<7-"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct str text = {0};
    struct half read;
    half_print(&text, &rows[i].half);
    assert_string_equal(str_text(&text), rows[i].text);
    const char *at = rows[i].text;
    assert_true(half_parse(&read, &at) && !*at);
    assert_true(half_same(&read, &rows[i].half) && read.holds == rows[i].half.holds);
    str_free(&text);
  }
  const char *wrong = "12>40+";
  struct half none;
  assert_false(half_parse(&none, &wrong));
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_halves_as_text), cmocka_unit_test(test_same_answers),
    cmocka_unit_test(test_one_order),      cmocka_unit_test(test_rivals),
    cmocka_unit_test(test_journals),       cmocka_unit_test(test_deaths),
    cmocka_unit_test(test_instances),      cmocka_unit_test(test_told_problems),
    cmocka_unit_test(test_told_leaves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
