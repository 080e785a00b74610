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

#include "engine/engine.h"
#include "ir/text.h"
#include "random_prog.h"

struct subject {
  struct prog *prog;
  struct labels labels;
  unsigned rounds;
};

static struct subject
random_subject(struct dice *dice, unsigned i)
{
  static const struct random_shape shapes[] = {
    {.threads = 2, .units = 8, .rare_stops = true},
    {.threads = 3, .units = 6, .rare_asserts = true, .rare_stops = true},
    {.threads = 4, .units = 4, .rare_asserts = true},
  };
  static const unsigned asks[] = {0, PROPERTY_DEADLOCK, PROPERTY_RACE};
  struct tiny tiny = random_prog(dice, shapes[i % 3]);
  struct subject subject = {.prog = tiny.prog, .rounds = 1 + roll(dice, 4)};
  vec_free(&tiny.labels.all);
  vec_free(&tiny.labels.first_of_thread);
  subject.prog->asks = asks[roll(dice, 3)];
  labels_find(&subject.labels, subject.prog);
  return subject;
}

static void
subject_free(struct subject *subject)
{
  labels_free(&subject->labels);
  prog_free(subject->prog);
}

/* ---- parts by chance ---- */

static void
close_some(struct part *part, const struct subject *subject, struct dice *dice)
{
  vec_resize(&part->closed, subject->labels.all.n);
  for (thread_id t = 0; t < subject->prog->threads.n; t++)
    for (uint32_t l = 0; l < labels_count(&subject->labels, t); l++)
      part->closed.at[subject->labels.first_of_thread.at[t] + l] =
        labels_may_close(&subject->labels, subject->prog, t, l) && !chance(dice, 3);
}

static void
idle_some(struct part *part, const struct subject *subject, struct dice *dice)
{
  vec_resize(&part->idle, subject->rounds * subject->prog->threads.n);
  for (size_t i = 0; i < part->idle.n; i++)
    part->idle.at[i] = chance(dice, 3);
}

/* A STEP that is not closed, if we come across one. */
static bool
random_end(struct part_end *end, const struct part *part, const struct subject *subject,
           struct dice *dice)
{
  end->thread = roll(dice, (uint32_t)subject->prog->threads.n);
  end->round = roll(dice, subject->rounds);
  end->label = roll(dice, labels_count(&subject->labels, end->thread));
  end->passed = chance(dice, 2);
  return labels_get(&subject->labels, end->thread, end->label)->kind == LABEL_STEP &&
         !part_is_closed(part, &subject->labels, end->thread, end->label);
}

static void
end_some(struct part *part, const struct subject *subject, struct dice *dice)
{
  struct part_end end;
  for (unsigned i = roll(dice, 3) + 1; i > 0; i--)
    if (random_end(&end, part, subject, dice))
      vec_push(&part->ends, end);
}

enum { CLOSED = 1, IDLE = 2, COUNTS = 4, ENDS = 8 };

static struct part
random_part(const struct subject *subject, struct dice *dice, unsigned kinds)
{
  struct part part = {0};
  if (kinds & CLOSED)
    close_some(&part, subject, dice);
  if (kinds & IDLE)
    idle_some(&part, subject, dice);
  if (kinds & COUNTS) {
    part.counts = true;
    part.switches = roll(dice, 5);
  }
  if (kinds & ENDS)
    end_some(&part, subject, dice);
  return part;
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
    fprintf(stderr, "%s%s", part->closed.at[i] ? "closed" : "open", i + 1 < part->closed.n ? " " : "\n");
  for (size_t i = 0; i < part->idle.n; i++)
    fprintf(stderr, "%s%s", part->idle.at[i] ? "idle" : "runs", i + 1 < part->idle.n ? " " : "\n");
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

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_closed),   cmocka_unit_test(test_idle),
    cmocka_unit_test(test_switches), cmocka_unit_test(test_ends),
    cmocka_unit_test(test_all_kinds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
