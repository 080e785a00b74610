/* Labels leave nothing out: interrupting threads before every single event shows no more than
 * interrupting them at their labels, within the same number of rounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "analysis/labels.h"
#include "analysis/order.h"
#include "base/str.h"
#include "ir/text.h"
#include "random_prog.h"

/* Every event, or section, is a label. */
static void
finest(struct labels *labels, const struct prog *prog)
{
  *labels = (struct labels){0};
  vec_resize(&labels->of_event, prog->events.n);
  vec_resize(&labels->visible, prog->events.n);
  for (event_id e = 0; e < prog->events.n; e++)
    labels->visible.at[e] = true;
  for (thread_id t = 0; t < prog->threads.n; t++) {
    const struct thread *thread = &prog->threads.at[t];
    vec_push(&labels->first_of_thread, (uint32_t)labels->all.n);
    vec_push(&labels->all, ((struct label){LABEL_START, thread->first, thread->first}));
    for (event_id e = thread->first; e < thread->end; e++) {
      uint32_t section = prog->events.at[e].section;
      if (!section || e == thread->first || prog->events.at[e - 1].section != section)
        vec_push(&labels->all, ((struct label){LABEL_STEP, e, e}));
      vec_last(&labels->all).end = e + 1;
    }
  }
  vec_push(&labels->first_of_thread, (uint32_t)labels->all.n);
}

static struct exploration
explore(const struct prog *prog, const struct labels *labels, unsigned rounds)
{
  struct exploration result;
  interp_explore(&result, prog, labels, rounds,
                 (struct explore_limits){.max_states = 200000, .max_input_bits = 8});
  schedule_free(&result.witness);
  return result;
}

static void
show(const struct prog *prog)
{
  struct str text = {0};
  prog_print(&text, prog, NULL);
  fputs(str_text(&text), stderr);
  str_free(&text);
}

struct count {
  unsigned compared, bugs, cuts, labels, events;
};

static void
compare(const struct prog *prog, struct count *count)
{
  struct labels few, all;
  labels_find(&few, prog);
  finest(&all, prog);
  for (unsigned rounds = 1; rounds <= 2; rounds++) {
    struct exploration coarse = explore(prog, &few, rounds), fine = explore(prog, &all, rounds);
    if (coarse.verdict == EXPLORE_GAVE_UP || fine.verdict == EXPLORE_GAVE_UP)
      break;
    bool bug = coarse.verdict == EXPLORE_BUG;
    bool same = coarse.verdict == fine.verdict && (bug || coarse.cut == fine.cut);
    if (!same)
      show(prog);
    assert_true(same);
    count->compared++;
    count->bugs += bug;
    count->cuts += !bug && coarse.cut;
  }
  count->labels += (unsigned)few.all.n;
  count->events += (unsigned)all.all.n;
  labels_free(&few);
  labels_free(&all);
}

static void
nothing_is_left_out(void **state)
{
  (void)state;
  enum { PROGS = 3000 };
  static const struct random_shape shapes[] = {
    {.threads = 2, .units = 6, .weak = true},
    {.threads = 3, .units = 4, .rare_asserts = true, .rare_stops = true, .weak = true},
    {.threads = 3, .units = 3, .rare_stops = true, .weak = true},
    {.threads = 4, .units = 2, .rare_stops = true, .weak = true},
  };
  struct dice dice = {3};
  struct count count = {0};
  for (unsigned i = 0; i < PROGS; i++) {
    struct tiny tiny = random_prog(&dice, shapes[i % 4]);
    compare(tiny.prog, &count);
    tiny_free(&tiny);
  }
  assert_true(count.compared > 2 * PROGS - PROGS / 10);
  assert_true(count.bugs > PROGS / 5 && count.cuts > PROGS / 20);
  /* Something is gained. */
  assert_true(count.labels < count.events - count.events / 4);
}

static void
nothing_is_left_out_of_litmus_tests(void **state)
{
  (void)state;
  enum { PROGS = 3000 };
  struct dice dice = {4};
  struct count count = {0};
  for (unsigned i = 0; i < PROGS; i++) {
    struct tiny tiny = random_litmus(&dice);
    compare(tiny.prog, &count);
    tiny_free(&tiny);
  }
  assert_true(count.compared == 2 * PROGS && count.bugs > PROGS / 50);
}

/* Labels cover a thread's events without gap or overlap, and say so themselves. */
static void
labels_are_consecutive(void **state)
{
  (void)state;
  struct dice dice = {9};
  for (unsigned i = 0; i < 300; i++) {
    struct tiny tiny = random_prog(&dice, (struct random_shape){.threads = 4, .units = 8});
    struct labels labels;
    labels_find(&labels, tiny.prog);
    for (thread_id t = 0; t < tiny.prog->threads.n; t++) {
      event_id here = tiny.prog->threads.at[t].first;
      for (uint32_t l = 0; l < labels_count(&labels, t); l++) {
        const struct label *label = labels_get(&labels, t, l);
        assert_int_equal(label->first, here);
        assert_int_equal(label->kind == LABEL_START, l == 0);
        assert_true(l == 0 || label->end > label->first);
        for (; here < label->end; here++)
          assert_int_equal(labels.of_event.at[here], l);
      }
      assert_int_equal(here, tiny.prog->threads.at[t].end);
    }
    labels_free(&labels);
    tiny_free(&tiny);
  }
}

/* The definition, taken literally: every pair of accesses. */
static bool
is_visible(const struct prog *prog, const struct order *order, thread_id a, event_id first)
{
  const struct event *one = &prog->events.at[first];
  for (thread_id b = 0; b < prog->threads.n; b++)
    for (event_id e = prog->threads.at[b].first; e < prog->threads.at[b].end; e++) {
      const struct event *two = &prog->events.at[e];
      bool accesses = two->kind == EVENT_LOAD || two->kind == EVENT_STORE;
      if (!accesses || two->guard == VALUE_FALSE || !order_concurrent(order, a, first, b, e) ||
          (one->kind != EVENT_STORE && two->kind != EVENT_STORE))
        continue;
      for (uint32_t i = 0; i < one->n_targets; i++)
        for (uint32_t k = 0; k < two->n_targets; k++) {
          struct target x = prog->targets.at[one->first_target + i];
          struct target y = prog->targets.at[two->first_target + k];
          if (x.object == y.object && x.offset < y.offset + two->bytes &&
              y.offset < x.offset + one->bytes)
            return true;
        }
    }
  return false;
}

static void
visible_is_what_another_may_touch(void **state)
{
  (void)state;
  unsigned visible = 0, invisible = 0;
  for (uint64_t seed = 0; seed < 2000; seed++) {
    struct dice dice = {seed};
    struct tiny tiny = random_prog(&dice, (struct random_shape){.threads = 5, .units = 12});
    struct order *order = order_find(tiny.prog);
    struct labels labels;
    labels_find(&labels, tiny.prog);
    for (thread_id t = 0; t < tiny.prog->threads.n; t++)
      for (event_id e = tiny.prog->threads.at[t].first; e < tiny.prog->threads.at[t].end; e++) {
        const struct event *event = &tiny.prog->events.at[e];
        bool accesses = event->kind == EVENT_LOAD || event->kind == EVENT_STORE;
        bool expected =
          accesses && event->guard != VALUE_FALSE && is_visible(tiny.prog, order, t, e);
        assert_int_equal(labels.visible.at[e], expected);
        visible += expected;
        invisible += accesses && !expected;
      }
    order_free(order);
    labels_free(&labels);
    tiny_free(&tiny);
  }
  assert_true(visible > 1000 && invisible > 1000);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(nothing_is_left_out),
    cmocka_unit_test(nothing_is_left_out_of_litmus_tests),
    cmocka_unit_test(visible_is_what_another_may_touch),
    cmocka_unit_test(labels_are_consecutive),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
