/* Which events creation and joining put in order: on trees of threads where it is known, and on
 * random progs, where events said to be ordered must never be seen the other way round. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/order.h"
#include "random_prog.h"

/* ---- trees ------------------------------------------------------------------ */

/* Threads are written as words: c2 creates thread 2, j2 joins it, j2? joins it perhaps, any other
 * word is an event that other words can speak of. */
struct tree {
  struct tiny tiny;
  struct order *order;
  VEC(const char *) words; /* of each event */
};

static void
add_word(struct tree *tree, value_id perhaps, const char *word)
{
  struct event event = {.kind = EVENT_FENCE};
  if (strchr("cj", word[0]) && word[1] >= '0' && word[1] <= '9') {
    event.kind = word[0] == 'c' ? EVENT_CREATE : EVENT_JOIN;
    event.child = (thread_id)(word[1] - '0');
  }
  tree->tiny.guard = strchr(word, '?') ? perhaps : VALUE_TRUE;
  tiny_add(&tree->tiny, event);
  vec_push(&tree->words, word);
}

/* threads[t] is a NULL-terminated list of words. */
static struct tree
tree_of(const char *const threads[][10], const thread_id *parents, size_t n)
{
  struct tree tree = {.tiny = tiny_new()};
  value_id perhaps = tiny_input(&tree.tiny, 1);
  for (size_t t = 0; t < n; t++) {
    tiny_thread(&tree.tiny);
    vec_last(&tree.tiny.prog->threads).parent = parents[t];
    for (size_t i = 0; threads[t][i]; i++)
      add_word(&tree, perhaps, threads[t][i]);
  }
  tiny_done(&tree.tiny);
  tree.order = order_find(tree.tiny.prog);
  return tree;
}

static void
tree_free(struct tree *tree)
{
  order_free(tree->order);
  vec_free(&tree->words);
  tiny_free(&tree->tiny);
}

static thread_id
thread_of(const struct prog *prog, event_id event)
{
  thread_id thread = 0;
  while (event >= prog->threads.at[thread].end)
    thread++;
  return thread;
}

static bool
concurrent(const struct tree *tree, const char *a, const char *b)
{
  event_id at[2] = {UINT32_MAX, UINT32_MAX};
  for (event_id e = 0; e < tree->words.n; e++) {
    if (!strcmp(tree->words.at[e], a))
      at[0] = e;
    if (!strcmp(tree->words.at[e], b))
      at[1] = e;
  }
  assert_true(at[0] != UINT32_MAX && at[1] != UINT32_MAX);
  const struct prog *prog = tree->tiny.prog;
  thread_id threads[] = {thread_of(prog, at[0]), thread_of(prog, at[1])};
  bool result = order_concurrent(tree->order, threads[0], at[0], threads[1], at[1]);
  assert_int_equal(result, order_concurrent(tree->order, threads[1], at[1], threads[0], at[0]));
  return result;
}

static void
create_and_join(void **state)
{
  (void)state;
  static const char *const threads[][10] = {{"before", "c1", "beside", "j1", "after"}, {"child"}};
  struct tree tree = tree_of(threads, (thread_id[]){0, 0}, 2);
  assert_false(concurrent(&tree, "before", "child"));
  assert_true(concurrent(&tree, "beside", "child"));
  assert_false(concurrent(&tree, "after", "child"));
  assert_false(concurrent(&tree, "before", "after"));
  tree_free(&tree);
}

static void
siblings(void **state)
{
  (void)state;
  static const char *const threads[][10] = {
    {"c1", "between", "c2", "j1", "c3", "j2", "j3"}, {"one"}, {"two"}, {"three"}};
  struct tree tree = tree_of(threads, (thread_id[]){0, 0, 0, 0}, 4);
  assert_true(concurrent(&tree, "one", "two"));
  assert_true(concurrent(&tree, "two", "three"));
  assert_false(concurrent(&tree, "one", "three")); /* joined before the other is created */
  assert_true(concurrent(&tree, "one", "between"));
  assert_false(concurrent(&tree, "two", "between"));
  tree_free(&tree);
}

/* main - 1 - 2, where 1 waits for 2 and main for 1. */
static void
grandchild_joined(void **state)
{
  (void)state;
  static const char *const threads[][10] = {
    {"first", "c1", "beside", "j1", "last"}, {"up", "c2", "along", "j2", "down"}, {"leaf"}};
  struct tree tree = tree_of(threads, (thread_id[]){0, 0, 1}, 3);
  assert_false(concurrent(&tree, "first", "leaf"));
  assert_true(concurrent(&tree, "beside", "leaf"));
  assert_false(concurrent(&tree, "last", "leaf"));
  assert_false(concurrent(&tree, "up", "leaf"));
  assert_true(concurrent(&tree, "along", "leaf"));
  assert_false(concurrent(&tree, "down", "leaf"));
  tree_free(&tree);
}

/* 1 ends without waiting for 2: joining 1 says nothing of 2. */
static void
grandchild_left_behind(void **state)
{
  (void)state;
  static const char *const threads[][10] = {
    {"first", "c1", "j1", "last"}, {"up", "c2", "along"}, {"leaf"}};
  struct tree tree = tree_of(threads, (thread_id[]){0, 0, 1}, 3);
  assert_true(concurrent(&tree, "last", "leaf"));
  assert_false(concurrent(&tree, "last", "along"));
  assert_false(concurrent(&tree, "first", "leaf"));
  tree_free(&tree);
}

/* Thread 2 joins thread 1, and main joins 2 only. */
static void
joined_by_a_sibling(void **state)
{
  (void)state;
  static const char *const threads[][10] = {
    {"c1", "c2", "beside", "j2", "last"}, {"one"}, {"early", "j1", "late"}};
  struct tree tree = tree_of(threads, (thread_id[]){0, 0, 0}, 3);
  assert_true(concurrent(&tree, "early", "one"));
  assert_false(concurrent(&tree, "late", "one"));
  assert_false(concurrent(&tree, "last", "one"));
  assert_true(concurrent(&tree, "beside", "one"));
  tree_free(&tree);
}

/* main joins 2, whose parent joins 3, whose parent is 2: each one's history needs another's. */
static void
joined_by_the_parents_of_parents(void **state)
{
  (void)state;
  static const char *const threads[][10] = {
    {"c1", "beside", "j2", "last"}, {"c2", "j3", "end"}, {"two", "c3", "more"}, {"three"}};
  struct tree tree = tree_of(threads, (thread_id[]){0, 0, 1, 2}, 4);
  assert_false(concurrent(&tree, "two", "three"));
  assert_true(concurrent(&tree, "more", "three"));
  assert_false(concurrent(&tree, "end", "three"));
  assert_true(concurrent(&tree, "end", "more"));
  assert_false(concurrent(&tree, "last", "more"));
  assert_true(concurrent(&tree, "last", "three"));
  assert_true(concurrent(&tree, "beside", "two"));
  tree_free(&tree);
}

static void
join_that_may_not_happen(void **state)
{
  (void)state;
  static const char *const threads[][10] = {{"c1", "j1?", "after"}, {"child"}};
  struct tree tree = tree_of(threads, (thread_id[]){0, 0}, 2);
  assert_true(concurrent(&tree, "after", "child"));
  tree_free(&tree);
}

/* They wait for each other for ever; what matters is that an answer comes. */
static void
threads_that_join_each_other(void **state)
{
  (void)state;
  static const char *const threads[][10] = {
    {"before", "c1", "c2"}, {"one", "j2", "rest1"}, {"two", "j1", "rest2"}};
  struct tree tree = tree_of(threads, (thread_id[]){0, 0, 0}, 3);
  assert_true(concurrent(&tree, "one", "two"));
  assert_false(concurrent(&tree, "before", "two"));
  assert_false(concurrent(&tree, "before", "rest1"));
  tree_free(&tree);
}

/* ---- random progs -------------------------------------------------------------- */

struct count {
  unsigned ordered, concurrent;
};

/* What a run saw in this order, no other run may see in that order if the two are ordered. */
static void
note_run(const struct prog *prog, const struct order *order, const struct run *run, uint8_t *seen,
         struct count *count)
{
  size_t n = prog->events.n;
  for (size_t i = 0; i < run->steps.n; i++)
    for (size_t k = i + 1; k < run->steps.n; k++) {
      event_id a = run->steps.at[i].event, b = run->steps.at[k].event;
      thread_id of_a = thread_of(prog, a), of_b = thread_of(prog, b);
      if (of_a == of_b)
        continue;
      bool free = order_concurrent(order, of_a, a, of_b, b);
      seen[a * n + b] = 1;
      assert_true(free || !seen[b * n + a]);
      count->concurrent += free;
      count->ordered += !free;
    }
}

static void
never_the_other_way_round(void **state)
{
  (void)state;
  struct dice dice = {21};
  struct count count = {0};
  struct random_shape shape = {.units = 5, .rare_asserts = true, .rare_stops = true};
  for (unsigned i = 0; i < 400; i++) {
    shape.threads = 2 + i % 4;
    struct tiny tiny = random_prog(&dice, shape);
    struct labels labels;
    labels_find(&labels, tiny.prog);
    struct order *order = order_find(tiny.prog);
    uint8_t *seen = mem_alloc(tiny.prog->events.n * tiny.prog->events.n);
    for (unsigned runs = 0; runs < 20; runs++) {
      struct run run;
      struct schedule schedule = {0};
      random_run(&dice, &run, tiny.prog, &labels, &schedule);
      note_run(tiny.prog, order, &run, seen, &count);
      run_free(&run);
      schedule_free(&schedule);
    }
    vec_drop(seen);
    order_free(order);
    labels_free(&labels);
    tiny_free(&tiny);
  }
  assert_true(count.ordered > 20000 && count.concurrent > 20000);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(create_and_join),           cmocka_unit_test(siblings),
    cmocka_unit_test(grandchild_joined),         cmocka_unit_test(grandchild_left_behind),
    cmocka_unit_test(joined_by_a_sibling),       cmocka_unit_test(joined_by_the_parents_of_parents),
    cmocka_unit_test(join_that_may_not_happen),  cmocka_unit_test(threads_that_join_each_other),
    cmocka_unit_test(never_the_other_way_round),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
