/* Critical sections as single steps leave nothing out: every schedule with and without merging, of
 * programs with locks that are used rightly and wrongly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <cmocka.h>

#include "engine/engine.h"
#include "ir/text.h"
#include "random_prog.h"

enum { THREADS = 3, LOCKS = 2, DATA = 3 };

struct maker {
  struct tiny tiny;
  struct dice *dice;
  object_id lock[LOCKS], data[DATA];
  thread_id thread;
  value_id seen;      /* what was loaded last */
  bool tries, sloppy; /* what the program is like */
};

static value_id
touch(struct maker *m, object_id object, value_id stored, bool atomic, uint32_t section)
{
  struct tiny *tiny = &m->tiny;
  uint32_t target = tiny_target(tiny, object, 0);
  bool load = stored == UINT32_MAX;
  event_id id = (event_id)tiny->prog->events.n;
  tiny_add(tiny, (struct event){.kind = load ? EVENT_LOAD : EVENT_STORE,
                                .addr = tiny_addr(tiny, object, 0),
                                .value = load ? value_loaded(tiny->prog, 8, id) : stored,
                                .bytes = 1,
                                .first_target = target,
                                .n_targets = 1,
                                .order = atomic ? ORDER_SEQ_CST : ORDER_PLAIN,
                                .locked = section != 0,
                                .section = section});
  return load ? tiny->prog->events.at[id].value : 0;
}

static value_id
number(struct maker *m, uint64_t bits)
{
  return tiny_const(&m->tiny, 1, bits);
}

static void
in_section(struct maker *m, enum event_kind kind, value_id value, uint32_t section, value_id addr)
{
  tiny_add(&m->tiny,
           (struct event){.kind = kind, .value = value, .section = section, .addr = addr});
}

/* Waits for the lock and takes it; or tries, and gives the guard under which it was there. */
static value_id
take(struct maker *m, uint32_t lock, bool tries)
{
  struct prog *prog = m->tiny.prog;
  uint32_t section = ++prog->sections;
  value_id self = number(m, m->thread + 1u), guard = m->tiny.guard;
  value_id owner = touch(m, m->lock[lock], UINT32_MAX, true, section);
  value_id is_free = tiny_is(&m->tiny, owner, 0);
  if (chance(m->dice, 3))
    in_section(m, EVENT_ASSERT, value_not(prog, value_eq(prog, owner, self)), section, 0);
  if (m->sloppy && chance(m->dice, 6)) /* it looks at the other ones */
    in_section(m, EVENT_ASSERT, value_not(prog, value_eq(prog, owner, number(m, 2))), section, 0);
  if (m->sloppy && chance(m->dice, 6))
    m->seen = touch(m, m->data[roll(m->dice, DATA)], UINT32_MAX, true, section);
  if (tries)
    m->tiny.guard = value_and(prog, guard, is_free);
  else
    in_section(m, EVENT_BLOCK, is_free, section, value_resize(prog, owner, 64, false));
  touch(m, m->lock[lock], self, true, section);
  guard = m->tiny.guard;
  return guard;
}

static void
give(struct maker *m, uint32_t lock)
{
  struct prog *prog = m->tiny.prog;
  uint32_t section = ++prog->sections;
  if (chance(m->dice, 2)) {
    value_id owner = touch(m, m->lock[lock], UINT32_MAX, true, section);
    if (chance(m->dice, 2))
      in_section(m, EVENT_ASSERT, value_eq(prog, owner, number(m, m->thread + 1u)), section, 0);
  }
  touch(m, m->lock[lock], number(m, 0), true, section);
}

static void
work(struct maker *m, object_id object)
{
  struct prog *prog = m->tiny.prog;
  bool atomic = chance(m->dice, 4);
  if (chance(m->dice, 2))
    m->seen = touch(m, object, UINT32_MAX, atomic, 0);
  if (chance(m->dice, 2))
    touch(m, object,
          chance(m->dice, 2) ? tiny_plus(&m->tiny, m->seen, 1) : number(m, roll(m->dice, 3)),
          atomic, 0);
  if (chance(m->dice, 10))
    tiny_event(&m->tiny, EVENT_ASSERT,
               value_not(prog, tiny_is(&m->tiny, m->seen, 1 + roll(m->dice, 2))));
  if (chance(m->dice, 14))
    tiny_event(&m->tiny, chance(m->dice, 2) ? EVENT_ASSUME : EVENT_BLOCK,
               tiny_is(&m->tiny, m->seen, roll(m->dice, 2)));
  if (chance(m->dice, 30)) {
    value_id guard = m->tiny.guard;
    m->tiny.guard = value_and(prog, guard, tiny_is(&m->tiny, m->seen, 1));
    tiny_event(&m->tiny, EVENT_CUT, 0);
    m->tiny.guard = guard;
  }
}

/* Looks at what is not protected, then at what is, and stays if it did not like the first. */
static void
look_twice(struct maker *m, uint32_t lock)
{
  value_id seen = touch(m, m->data[2], UINT32_MAX, true, 0);
  touch(m, m->data[lock], UINT32_MAX, false, 0);
  tiny_event(&m->tiny, chance(m->dice, 3) ? EVENT_ASSUME : EVENT_BLOCK,
             tiny_is(&m->tiny, seen, roll(m->dice, 3)));
}

/* What is done inside, mostly with what the lock protects. */
static void
critical(struct maker *m, uint32_t lock)
{
  for (uint32_t n = 1 + roll(m->dice, 2); n > 0; n--)
    work(m, m->data[m->sloppy && chance(m->dice, 5) ? roll(m->dice, DATA) : lock]);
  if (chance(m->dice, 6)) { /* it waits for a condition: gives the lock back, and takes it again */
    give(m, lock);
    take(m, lock, false);
    work(m, m->data[lock]);
  }
  if (chance(m->dice, 12))
    look_twice(m, lock);
  if (chance(m->dice, 5) && lock == 0) {
    value_id guard = take(m, 1, false);
    work(m, m->data[1]);
    if (!chance(m->dice, 8))
      give(m, 1);
    m->tiny.guard = guard;
  }
}

static void
enter(struct maker *m)
{
  struct prog *prog = m->tiny.prog;
  uint32_t lock = roll(m->dice, LOCKS);
  value_id before = m->tiny.guard, guard = take(m, lock, m->tries && chance(m->dice, 3));
  m->tiny.guard = guard;
  critical(m, lock);
  value_id early = tiny_is(&m->tiny, m->seen, roll(m->dice, 2));
  if (chance(m->dice, 3)) { /* out of the middle */
    m->tiny.guard = value_and(prog, guard, early);
    give(m, lock);
    m->tiny.guard = value_and(prog, guard, value_not(prog, early));
    critical(m, lock);
  }
  if (!m->sloppy || !chance(m->dice, 8))
    give(m, lock);
  if (m->sloppy && chance(m->dice, 10))
    work(m, m->data[lock]);
  m->tiny.guard = before;
  m->seen = number(m, 0); /* what was loaded is known only where it was */
}

static void
thread(struct maker *m, thread_id t)
{
  m->thread = tiny_thread(&m->tiny);
  m->seen = number(m, 0);
  for (thread_id child = 1; !t && child <= THREADS - 1u; child++) {
    if (chance(m->dice, 5))
      enter(m);
    tiny_child(&m->tiny, EVENT_CREATE, child);
  }
  for (uint32_t n = 1 + roll(m->dice, 2); n > 0; n--) {
    if (chance(m->dice, 3))
      work(m, m->data[2]);
    enter(m);
    if (m->sloppy && chance(m->dice, 12))
      give(m, roll(m->dice, LOCKS));
    if (m->tries && chance(m->dice, 6))
      m->seen = touch(m, m->lock[roll(m->dice, LOCKS)], UINT32_MAX, true, 0);
  }
  if (!t && chance(m->dice, 2)) {
    for (thread_id child = 1; child <= THREADS - 1u; child++)
      tiny_child(&m->tiny, EVENT_JOIN, child);
    m->seen = touch(m, m->data[roll(m->dice, DATA)], UINT32_MAX, false, 0);
    tiny_event(&m->tiny, EVENT_ASSERT,
               value_not(m->tiny.prog, tiny_is(&m->tiny, m->seen, roll(m->dice, 4))));
  }
}

static struct tiny
make(struct dice *dice)
{
  struct maker m = {.tiny = tiny_new(), .dice = dice};
  m.tries = chance(dice, 3);
  m.sloppy = chance(dice, 2);
  for (unsigned i = 0; i < LOCKS; i++)
    m.lock[i] = tiny_global(&m.tiny, 1);
  for (unsigned i = 0; i < DATA; i++)
    m.data[i] = tiny_global(&m.tiny, 1);
  vec_push(&m.tiny.prog->loops, ((struct loop){.function = "f", .bound = 1}));
  for (thread_id t = 0; t < THREADS; t++)
    thread(&m, t);
  tiny_done(&m.tiny);
  return m.tiny;
}

enum { SOLVED = 5 }; /* each fifth program is given to solvers, too */

struct count {
  unsigned bugs, safe, cuts, deadlocks, races, gave_up, before, after;
};

static struct exploration
search(struct prog *prog, bool no_merge, bool unreduced, struct count *count)
{
  struct exploration result;
  struct labels labels;
  struct all_limits limits = {.max_states = 300000, .max_input_bits = 8, .unreduced = unreduced};
  prog->no_merge = no_merge;
  labels_find(&labels, prog);
  interp_explore_all(&result, prog, &labels, &limits);
  *(no_merge ? &count->before : &count->after) += (unsigned)labels.all.n;
  if (result.verdict == EXPLORE_BUG) {
    struct run run;
    interp_run(&run, prog, &labels, &result.witness);
    count->deadlocks += run.end == RUN_DEADLOCK;
    count->races += run.end == RUN_RACE;
    run_free(&run);
  }
  labels_free(&labels);
  return result;
}

static void
complain(const struct prog *prog, unsigned seed)
{
  struct str text = {0};
  prog_print(&text, prog, NULL);
  fprintf(stderr, "%s; asks %u, number %u: another verdict\n", str_text(&text), prog->asks, seed);
  str_free(&text);
  fail();
}

/* What solvers say of merged labels. */
static void
compare_solvers(struct prog *prog, unsigned seed, const struct exploration *fine)
{
  struct labels labels;
  struct engine_result order, both;
  prog->no_merge = false;
  labels_find(&labels, prog);
  engine_check(&order, prog, &labels, &(struct engine_options){.kind = ENGINE_ORDER});
  engine_check(&both, prog, &labels, &(struct engine_options){.kind = ENGINE_BOTH, .rounds = 3});
  bool bug = fine->verdict == EXPLORE_BUG;
  bool agrees = bug
                  ? order.verdict == VERDICT_BUG
                  : order.rounds_complete && order.loops_known && order.loops_complete != fine->cut;
  if (!agrees || both.verdict == VERDICT_INTERNAL || (both.verdict == VERDICT_BUG && !bug))
    complain(prog, seed);
  engine_result_free(&order);
  engine_result_free(&both);
  labels_free(&labels);
}

static void
compare(struct prog *prog, unsigned seed, struct count *count)
{
  struct exploration fine = search(prog, true, true, count);
  for (unsigned unreduced = 0; unreduced < 2; unreduced++) {
    struct exploration merged = search(prog, false, unreduced, count);
    bool known = fine.verdict != EXPLORE_GAVE_UP && merged.verdict != EXPLORE_GAVE_UP;
    if (known && (fine.verdict != merged.verdict ||
                  (fine.verdict == EXPLORE_SAFE && fine.cut != merged.cut)))
      complain(prog, seed);
    count->gave_up += !known;
    exploration_free(&merged);
  }
  if ((seed % SOLVED == 0 || seed > 8000) && fine.verdict != EXPLORE_GAVE_UP)
    compare_solvers(prog, seed, &fine);
  count->bugs += fine.verdict == EXPLORE_BUG;
  count->safe += fine.verdict == EXPLORE_SAFE;
  count->cuts += fine.verdict == EXPLORE_SAFE && fine.cut;
  exploration_free(&fine);
}

static void
compare_one(unsigned i, struct count *count)
{
  struct dice dice = {i};
  struct tiny tiny = make(&dice);
  tiny.prog->asks = (i % 2 ? PROPERTY_DEADLOCK : 0) | (i % 8 == 3 ? PROPERTY_RACE : 0);
  compare(tiny.prog, i, count);
  tiny_free(&tiny);
}

/* Programs on which somebody was wrong before. */
static const unsigned telling[] = {5001315, 5005108, 5005940, 5335};

static void
nothing_is_lost(void **state)
{
  (void)state;
  enum { PROGS = 8000 };
  struct count count = {0};
  for (unsigned i = 0; i < PROGS; i++)
    compare_one(i, &count);
  for (unsigned i = 0; i < sizeof telling / sizeof *telling; i++)
    compare_one(telling[i], &count);
  print_message("%u bugs (%u deadlocks, %u races), %u safe, %u cut, %u gave up, labels %u, %u\n",
                count.bugs, count.deadlocks, count.races, count.safe, count.cuts, count.gave_up,
                2 * count.before, count.after);
  assert_true(count.bugs > PROGS / 8 && count.safe > PROGS / 8 && count.cuts > PROGS / 200);
  assert_true(count.gave_up < PROGS / 20 && count.after < 2 * count.before * 9 / 10);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_lost)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
