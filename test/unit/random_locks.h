/* Random small progs with locks that are used rightly and wrongly: taken, tried, given back in the
 * middle, or by a thread that does not have them; and data that they protect, mostly. */
#ifndef HEDDLE_TEST_RANDOM_LOCKS_H
#define HEDDLE_TEST_RANDOM_LOCKS_H

#include "random_prog.h"

enum { LOCK_THREADS = 3, LOCKS = 2, LOCK_DATA = 3 };

struct lock_maker {
  struct tiny tiny;
  struct dice *dice;
  object_id lock[LOCKS], data[LOCK_DATA];
  thread_id thread;
  value_id seen;      /* what was loaded last */
  bool tries, sloppy; /* what the program is like */
};

static inline value_id
lock_touch(struct lock_maker *m, object_id object, value_id stored, bool atomic, uint32_t section)
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

static inline value_id
lock_number(struct lock_maker *m, uint64_t bits)
{
  return tiny_const(&m->tiny, 1, bits);
}

static inline void
lock_in_section(struct lock_maker *m, enum event_kind kind, value_id value, uint32_t section,
                value_id addr)
{
  tiny_add(&m->tiny,
           (struct event){.kind = kind, .value = value, .section = section, .addr = addr});
}

/* Waits for the lock and takes it; or tries, and gives the guard under which it was there. */
static inline value_id
lock_take(struct lock_maker *m, uint32_t lock, bool tries)
{
  struct prog *prog = m->tiny.prog;
  uint32_t section = ++prog->sections;
  value_id self = lock_number(m, m->thread + 1u), guard = m->tiny.guard;
  value_id owner = lock_touch(m, m->lock[lock], UINT32_MAX, true, section);
  value_id is_free = tiny_is(&m->tiny, owner, 0);
  if (chance(m->dice, 3))
    lock_in_section(m, EVENT_ASSERT, value_not(prog, value_eq(prog, owner, self)), section, 0);
  if (m->sloppy && chance(m->dice, 6)) /* it looks at the other ones */
    lock_in_section(m, EVENT_ASSERT, value_not(prog, value_eq(prog, owner, lock_number(m, 2))),
                    section, 0);
  if (m->sloppy && chance(m->dice, 6))
    m->seen = lock_touch(m, m->data[roll(m->dice, LOCK_DATA)], UINT32_MAX, true, section);
  if (tries)
    m->tiny.guard = value_and(prog, guard, is_free);
  else
    lock_in_section(m, EVENT_BLOCK, is_free, section, value_resize(prog, owner, 64, false));
  lock_touch(m, m->lock[lock], self, true, section);
  guard = m->tiny.guard;
  return guard;
}

static inline void
lock_give(struct lock_maker *m, uint32_t lock)
{
  struct prog *prog = m->tiny.prog;
  uint32_t section = ++prog->sections;
  if (chance(m->dice, 2)) {
    value_id owner = lock_touch(m, m->lock[lock], UINT32_MAX, true, section);
    if (chance(m->dice, 2))
      lock_in_section(m, EVENT_ASSERT, value_eq(prog, owner, lock_number(m, m->thread + 1u)),
                      section, 0);
  }
  lock_touch(m, m->lock[lock], lock_number(m, 0), true, section);
}

static inline void
lock_work(struct lock_maker *m, object_id object)
{
  struct prog *prog = m->tiny.prog;
  bool atomic = chance(m->dice, 4);
  if (chance(m->dice, 2))
    m->seen = lock_touch(m, object, UINT32_MAX, atomic, 0);
  if (chance(m->dice, 2))
    lock_touch(m, object,
               chance(m->dice, 2) ? tiny_plus(&m->tiny, m->seen, 1)
                                  : lock_number(m, roll(m->dice, 3)),
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
static inline void
lock_look_twice(struct lock_maker *m, uint32_t lock)
{
  value_id seen = lock_touch(m, m->data[2], UINT32_MAX, true, 0);
  lock_touch(m, m->data[lock], UINT32_MAX, false, 0);
  tiny_event(&m->tiny, chance(m->dice, 3) ? EVENT_ASSUME : EVENT_BLOCK,
             tiny_is(&m->tiny, seen, roll(m->dice, 3)));
}

/* What is done inside, mostly with what the lock protects. */
static inline void
lock_critical(struct lock_maker *m, uint32_t lock)
{
  for (uint32_t n = 1 + roll(m->dice, 2); n > 0; n--)
    lock_work(m, m->data[m->sloppy && chance(m->dice, 5) ? roll(m->dice, LOCK_DATA) : lock]);
  if (chance(m->dice, 6)) { /* it waits for a condition: gives the lock back, and takes it again */
    lock_give(m, lock);
    lock_take(m, lock, false);
    lock_work(m, m->data[lock]);
  }
  if (chance(m->dice, 12))
    lock_look_twice(m, lock);
  if (chance(m->dice, 5) && lock == 0) {
    value_id guard = lock_take(m, 1, false);
    lock_work(m, m->data[1]);
    if (!chance(m->dice, 8))
      lock_give(m, 1);
    m->tiny.guard = guard;
  }
}

static inline void
lock_enter(struct lock_maker *m)
{
  struct prog *prog = m->tiny.prog;
  uint32_t lock = roll(m->dice, LOCKS);
  value_id before = m->tiny.guard, guard = lock_take(m, lock, m->tries && chance(m->dice, 3));
  m->tiny.guard = guard;
  lock_critical(m, lock);
  value_id early = tiny_is(&m->tiny, m->seen, roll(m->dice, 2));
  if (chance(m->dice, 3)) { /* out of the middle */
    m->tiny.guard = value_and(prog, guard, early);
    lock_give(m, lock);
    m->tiny.guard = value_and(prog, guard, value_not(prog, early));
    lock_critical(m, lock);
  }
  if (!m->sloppy || !chance(m->dice, 8))
    lock_give(m, lock);
  if (m->sloppy && chance(m->dice, 10))
    lock_work(m, m->data[lock]);
  m->tiny.guard = before;
  m->seen = lock_number(m, 0); /* what was loaded is known only where it was */
}

static inline void
lock_thread(struct lock_maker *m, thread_id t)
{
  m->thread = tiny_thread(&m->tiny);
  m->seen = lock_number(m, 0);
  for (thread_id child = 1; !t && child <= LOCK_THREADS - 1u; child++) {
    if (chance(m->dice, 5))
      lock_enter(m);
    tiny_child(&m->tiny, EVENT_CREATE, child);
  }
  for (uint32_t n = 1 + roll(m->dice, 2); n > 0; n--) {
    if (chance(m->dice, 3))
      lock_work(m, m->data[2]);
    lock_enter(m);
    if (m->sloppy && chance(m->dice, 12))
      lock_give(m, roll(m->dice, LOCKS));
    if (m->tries && chance(m->dice, 6))
      m->seen = lock_touch(m, m->lock[roll(m->dice, LOCKS)], UINT32_MAX, true, 0);
  }
  if (!t && chance(m->dice, 2)) {
    for (thread_id child = 1; child <= LOCK_THREADS - 1u; child++)
      tiny_child(&m->tiny, EVENT_JOIN, child);
    m->seen = lock_touch(m, m->data[roll(m->dice, LOCK_DATA)], UINT32_MAX, false, 0);
    tiny_event(&m->tiny, EVENT_ASSERT,
               value_not(m->tiny.prog, tiny_is(&m->tiny, m->seen, roll(m->dice, 4))));
  }
}

static inline struct tiny
random_locks(struct dice *dice)
{
  struct lock_maker m = {.tiny = tiny_new(), .dice = dice};
  m.tries = chance(dice, 3);
  m.sloppy = chance(dice, 2);
  for (unsigned i = 0; i < LOCKS; i++)
    m.lock[i] = tiny_global(&m.tiny, 1);
  for (unsigned i = 0; i < LOCK_DATA; i++)
    m.data[i] = tiny_global(&m.tiny, 1);
  vec_push(&m.tiny.prog->loops, ((struct loop){.function = "f", .bound = 1}));
  for (thread_id t = 0; t < LOCK_THREADS; t++)
    lock_thread(&m, t);
  if (m.sloppy && chance(dice, 6)) /* taken from the start, by nobody */
    tiny_init(&m.tiny, m.lock[0], 0, lock_number(&m, LOCK_THREADS + 1));
  tiny_done(&m.tiny);
  return m.tiny;
}

#endif
