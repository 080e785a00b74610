/* Parts of the schedules: the solver against brute force on random programs and random parts, and
 * that splits divide. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/ends.h"
#include "engine/engine.h"
#include "ir/text.h"
#include "random_part.h"

static struct subject
random_subject(struct dice *dice, unsigned i)
{
  static const struct random_shape shapes[] = {
    {.threads = 2, .units = 8, .rare_stops = true, .weak = true},
    {.threads = 3, .units = 6, .rare_asserts = true, .rare_stops = true, .weak = true},
    {.threads = 4, .units = 4, .rare_asserts = true, .weak = true},
  };
  static const unsigned asks[] = {0, PROPERTY_DEADLOCK, PROPERTY_RACE};
  struct tiny tiny = i % 4 ? random_prog(dice, shapes[i % 3]) : random_litmus(dice);
  struct subject subject = {.prog = tiny.prog, .rounds = 1 + roll(dice, 4)};
  vec_free(&tiny.labels.all);
  vec_free(&tiny.labels.first_of_thread);
  subject.prog->asks = asks[roll(dice, 3)];
  labels_find(&subject.labels, subject.prog);
  return subject;
}

/* ---- two engines ---- */

static struct engine_result
check(const struct subject *subject, const struct part *part, enum engine_kind kind, bool whole)
{
  struct engine_result result;
  struct engine_options options = {
    .kind = kind, .rounds = subject->rounds, .part = part, .no_slice = whole, .seed = whole};
  engine_check(&result, subject->prog, &subject->labels, &options);
  return result;
}

static void
complain(const struct subject *subject, const struct part *part, const struct engine_result *one,
         const struct engine_result *other)
{
  struct str text = {0};
  prog_print(&text, subject->prog, NULL);
  fprintf(stderr, "%s; %u rounds, asks %u\n", str_text(&text), subject->rounds,
          subject->prog->asks);
  for (size_t i = 0; i < part->closed.n; i++)
    fprintf(stderr, "%s ", part->closed.at[i] ? "closed" : "open");
  for (size_t i = 0; i < part->idle.n; i++)
    fprintf(stderr, "%s ", part->idle.at[i] ? "idle" : "runs");
  for (size_t i = 0; i < part->ends.n; i++)
    fprintf(stderr, "round %u of thread %u: label %u %s\n", part->ends.at[i].round,
            part->ends.at[i].thread, part->ends.at[i].label,
            part->ends.at[i].passed ? "passed" : "not passed");
  if (part->counts)
    fprintf(stderr, "%u switches\n", part->switches);
  fprintf(stderr, "solver %d (%s), brute force %d (%s)\n", one->verdict,
          one->reason ? one->reason : "", other->verdict, other->reason ? other->reason : "");
  str_free(&text);
  fail();
}

/* With ends, a run that goes on behind a violation is one for the solver alone. */
static bool
agree(const struct engine_result *solved, const struct engine_result *explored, bool ends)
{
  if (solved->verdict >= VERDICT_UNKNOWN || explored->verdict >= VERDICT_UNKNOWN)
    return false;
  if (solved->verdict != explored->verdict)
    return ends && solved->verdict == VERDICT_BUG && solved->run.end == RUN_VIOLATION;
  return solved->verdict == VERDICT_BUG || ends ||
         solved->loops_complete == explored->loops_complete;
}

static enum verdict
compare(const struct subject *subject, const struct part *part, bool whole)
{
  struct engine_result solved = check(subject, part, ENGINE_SAT, whole);
  struct engine_result explored = check(subject, part, ENGINE_EXPLICIT, whole);
  enum verdict verdict = explored.verdict;
  if (!agree(&solved, &explored, part->ends.n))
    complain(subject, part, &solved, &explored);
  if (!part_is_whole(part))
    assert_int_not_equal(verdict, VERDICT_SAFE);
  engine_result_free(&solved);
  engine_result_free(&explored);
  return verdict;
}

static void
compare_many(unsigned kinds, unsigned programs, uint64_t seed)
{
  struct dice dice = {seed};
  unsigned bugs = 0;
  for (unsigned i = 0; i < programs; i++) {
    struct subject subject = random_subject(&dice, i);
    struct part part = random_part(&subject, &dice, kinds ? kinds : roll(&dice, 16));
    bugs += compare(&subject, &part, i % 4 == 0) == VERDICT_BUG;
    part_free(&part);
    subject_free(&subject);
  }
  assert_in_range(bugs, programs / 10, programs * 9 / 10);
}

enum { PROGRAMS = 400 };

static void
test_closed(void **state)
{
  (void)state;
  compare_many(CLOSED, PROGRAMS, 1);
}

/* A store in a closed label is never late. */
static void
test_closed_is_prompt(void **state)
{
  (void)state;
  for (enum memory_model model = MEMORY_SC; model <= MEMORY_PSO; model++)
    for (int closed = 0; closed < 2; closed++) {
      struct tiny tiny = tiny_store_buffering(false);
      struct subject subject = {.prog = tiny.prog, .rounds = 3};
      struct part part = {0};
      tiny.prog->memory = model;
      labels_find(&subject.labels, tiny.prog);
      vec_resize(&part.closed, subject.labels.all.n);
      for (thread_id t = 1; t <= 2 && closed; t++)
        for (uint32_t l = 0; l < labels_count(&subject.labels, t); l++)
          part.closed.at[subject.labels.first_of_thread.at[t] + l] =
            labels_may_close(&subject.labels, tiny.prog, t, l);
      bool bug = compare(&subject, &part, true) == VERDICT_BUG;
      assert_int_equal(bug, model != MEMORY_SC && !closed);
      part_free(&part);
      labels_free(&subject.labels);
      tiny_free(&tiny);
    }
}

static void
test_idle(void **state)
{
  (void)state;
  compare_many(IDLE, PROGRAMS, 2);
}

static void
test_switches(void **state)
{
  (void)state;
  compare_many(COUNTS, PROGRAMS, 3);
}

static void
test_ends(void **state)
{
  (void)state;
  compare_many(ENDS, PROGRAMS, 4);
}

static void
test_all_kinds(void **state)
{
  (void)state;
  compare_many(0, 2 * PROGRAMS, 5);
}

/* ---- splits ---- */

/* Who passes how much in which round, by chance: a point of the space that splits divide. */
static struct schedule
random_schedule(const struct subject *subject, struct dice *dice)
{
  struct schedule schedule = {0};
  size_t threads = subject->prog->threads.n;
  uint32_t *passed = mem_alloc(threads * sizeof *passed);
  for (unsigned r = 0; r < subject->rounds; r++)
    for (thread_id t = 0; t < threads; t++) {
      uint32_t left = labels_count(&subject->labels, t) - passed[t];
      passed[t] += roll(dice, left + 1);
      vec_push(&schedule.contexts, ((struct context){t, passed[t]}));
    }
  free(passed);
  return schedule;
}

/* A part and its halves: an end is passed, or not. */
struct split {
  struct part whole, half[2];
  struct part_end end;
};

static bool
random_split(struct split *split, const struct subject *subject, struct dice *dice)
{
  split->whole = random_part(subject, dice, roll(dice, 16));
  if (!random_end(&split->end, &split->whole, subject, dice)) {
    part_free(&split->whole);
    return false;
  }
  for (int h = 0; h < 2; h++) {
    part_copy(&split->half[h], &split->whole);
    split->end.passed = h;
    vec_push(&split->half[h].ends, split->end);
  }
  return true;
}

static void
split_free(struct split *split)
{
  part_free(&split->whole);
  part_free(&split->half[0]);
  part_free(&split->half[1]);
}

/* A schedule with a context in every turn, so that there is nothing to choose, is in one half. */
static void
expect_in_one_half(const struct split *split, const struct subject *subject, struct dice *dice)
{
  struct schedule schedule = random_schedule(subject, dice);
  const struct labels *labels = &subject->labels;
  bool in[2], whole = part_contains(&split->whole, labels, subject->rounds, &schedule);
  for (int h = 0; h < 2; h++)
    in[h] = part_contains(&split->half[h], labels, subject->rounds, &schedule);
  assert_false(in[0] && in[1]);
  assert_true(whole == (in[0] || in[1]));
  schedule_free(&schedule);
}

static void
expect_shares(const struct split *split, const struct subject *subject)
{
  double share[3];
  for (int h = 0; h < 3; h++) {
    share[h] =
      part_share(h < 2 ? &split->half[h] : &split->whole, &subject->labels, subject->rounds);
    assert_true(share[h] >= 0 && share[h] <= 1);
  }
  assert_true(fabs(share[0] + share[1] - share[2]) < 1e-9);
}

/* There is a bug if and only if there is one in a half; true if it is in one of them alone. */
static bool
expect_bugs(const struct split *split, const struct subject *subject, bool whole)
{
  bool bug[3];
  for (int h = 0; h < 3; h++) {
    struct engine_result result =
      check(subject, h < 2 ? &split->half[h] : &split->whole, ENGINE_SAT, whole);
    assert_true(result.verdict < VERDICT_UNKNOWN);
    bug[h] = result.verdict == VERDICT_BUG;
    engine_result_free(&result);
  }
  assert_true(bug[2] == (bug[0] || bug[1]));
  return bug[0] != bug[1];
}

static void
test_splits(void **state)
{
  (void)state;
  struct dice dice = {6};
  unsigned splits = 0, bugs = 0;
  for (unsigned i = 0; i < 1500; i++) {
    struct subject subject = random_subject(&dice, i);
    struct split split;
    if (random_split(&split, &subject, &dice)) {
      expect_in_one_half(&split, &subject, &dice);
      expect_shares(&split, &subject);
      bugs += expect_bugs(&split, &subject, i % 2);
      splits++;
      split_free(&split);
    }
    subject_free(&subject);
  }
  assert_true(splits > 300 && bugs > 20);
}

/* The most rounds that a sequence of contexts needs which goes on with so many switches. */
static unsigned
most_rounds(unsigned threads, unsigned last, unsigned switches)
{
  unsigned most = 1;
  for (unsigned t = 0; switches && t < threads; t++) {
    unsigned rounds = t == last ? 1 : most_rounds(threads, t, switches - 1) + (t < last);
    most = rounds > most ? rounds : most;
  }
  return most;
}

static void
test_rounds_of_switches(void **state)
{
  (void)state;
  for (unsigned threads = 1; threads <= 4; threads++)
    for (unsigned switches = 0; switches <= 8; switches++) {
      unsigned most = most_rounds(threads, 0, switches);
      assert_int_equal(part_rounds(switches, threads), threads == 1 ? 1 : most);
    }
}

/* Two rounds of a thread of two STEPs: it can end them at 00 01 02 11 12 22. */
static void
test_share_by_hand(void **state)
{
  (void)state;
  struct labels labels = {0};
  vec_push(&labels.all, ((struct label){.kind = LABEL_START}));
  vec_push(&labels.all, ((struct label){.kind = LABEL_STEP}));
  vec_push(&labels.all, ((struct label){.kind = LABEL_STOP}));
  vec_push(&labels.all, ((struct label){.kind = LABEL_STEP}));
  vec_push(&labels.first_of_thread, 0);
  vec_push(&labels.first_of_thread, 4);
  struct part part = {0};
  assert_true(part_share(&part, &labels, 2) == 1);
  vec_push(&part.ends, ((struct part_end){.round = 0, .label = 1, .passed = true}));
  assert_true(fabs(part_share(&part, &labels, 2) - 3.0 / 6) < 1e-12);
  vec_push(&part.ends, ((struct part_end){.round = 1, .label = 3, .passed = false}));
  assert_true(fabs(part_share(&part, &labels, 2) - 1.0 / 6) < 1e-12);
  part.ends.n = 1;
  vec_resize(&part.idle, 2);
  part.idle.at[1] = true; /* 00 11 22 */
  assert_true(fabs(part_share(&part, &labels, 2) - 2.0 / 3) < 1e-12);
  vec_resize(&part.closed, 4);
  part.closed.at[3] = true; /* 00 22 */
  assert_true(fabs(part_share(&part, &labels, 2) - 1.0 / 2) < 1e-12);
  part_free(&part);
  labels_free(&labels);
}

/* A place that a thread passes twelve times is open at its first four labels and its last four; another
 * place, which it passes eight times, is open throughout. */
static void
test_ends_of_loops(void **state)
{
  (void)state;
  enum { LOOP = 12, SHORT = 8 };
  struct tiny tiny = tiny_new();
  tiny_thread(&tiny);
  for (place_id i = 0; i < LOOP + SHORT; i++) {
    tiny_label(&tiny, LABEL_STEP);
    tiny_add(&tiny, (struct event){.kind = EVENT_FENCE, .place = i < LOOP ? 1 : 2});
  }
  tiny_done(&tiny);
  struct part part;
  assert_true(ends_find(&part, tiny.prog, &tiny.labels));
  for (uint32_t l = 0; l <= LOOP + SHORT; l++)
    assert_int_equal(part_is_closed(&part, &tiny.labels, 0, l), l >= 5 && l <= 8);
  part_free(&part);
  tiny.prog->events.at[0].place = tiny.prog->events.at[1].place = 3;
  for (event_id e = 2; e < LOOP; e++)
    tiny.prog->events.at[e].place = 4 + e / 8;
  assert_false(ends_find(&part, tiny.prog, &tiny.labels));
  tiny_free(&tiny);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_closed),
    cmocka_unit_test(test_closed_is_prompt),
    cmocka_unit_test(test_idle),
    cmocka_unit_test(test_switches),
    cmocka_unit_test(test_ends),
    cmocka_unit_test(test_all_kinds),
    cmocka_unit_test(test_splits),
    cmocka_unit_test(test_share_by_hand),
    cmocka_unit_test(test_rounds_of_switches),
    cmocka_unit_test(test_ends_of_loops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
