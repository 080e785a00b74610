/* Which thread has passed which label by the end of which round.
 *
 * passed(t,r,l) is monotone in r and in l. A label that waits for nothing but local conditions is
 * constrained once, at the last round: to have passed it is to have satisfied it. A label that
 * no other thread can notice is passed as soon as possible. Joins look at how far the other thread
 * is at that moment; children start when they are created.
 *
 * Of a part of the schedules: a closed label is passed when the one before is, and in an idle round
 * a STEP is passed if it was passed before; neither needs a variable. Ends are units. */
#include <assert.h>

#include "base/invariant.h"
#include "base/mutant.h"
#include "encode/encoding.h"

static uint32_t
total(const struct encoding *e)
{
  return (uint32_t)e->labels->all.n;
}

lit
schedule_passed(const struct encoding *e, thread_id t, unsigned r, uint32_t l)
{
  INVARIANT(r < e->rounds && l < labels_count(e->labels, t));
  lit passed = e->passed.at[(size_t)r * total(e) + e->labels->first_of_thread.at[t] + l];
  INVARIANT(passed != 0); /* it is made before it is asked for */
  return passed;
}

/* ---- can this label be passed, as far as the thread itself is concerned? ---- */

static lit
condition_of(struct encoding *e, const struct event *event)
{
  switch (event->kind) {
  case EVENT_ASSUME:
    return MUTANT(ASSUME_IGNORED) ? GATE_TRUE : encode_bool(e, event->value);
  case EVENT_BLOCK:
    return MUTANT(LOCK_DOES_NOT_BLOCK) ? GATE_TRUE : encode_bool(e, event->value);
  case EVENT_ASSERT:
    return encode_bool(e, event->value);
  case EVENT_CUT:
    return MUTANT(CUT_PASSED) ? GATE_TRUE : GATE_FALSE;
  default:
    return GATE_TRUE;
  }
}

/* All conditions hold, up to the first failing assertion. */
lit
schedule_can_pass(struct encoding *e, const struct label *label)
{
  lit violated = GATE_FALSE, good = GATE_TRUE;
  struct gates *gates = &e->gates;
  for (event_id i = label->first; i < label->end; i++) {
    const struct event *event = &e->prog->events.at[i];
    lit condition = condition_of(e, event);
    if (condition == GATE_TRUE)
      continue;
    lit fails = gate_and(gates, encode_bool(e, event->guard), -condition);
    if (event->kind == EVENT_ASSERT && !MUTANT(VIOLATION_HELD_UP))
      violated = gate_or(gates, violated, fails);
    else
      good = gate_and(gates, good, gate_or(gates, -fails, violated));
  }
  return good;
}

/* ---- variables ---- */

/* Where each thread is created; parents come before their children. */
static void
find_created(struct encoding *e, thread_id t, event_id create)
{
  const struct event *event = &e->prog->events.at[create];
  uint32_t label = e->labels->of_event.at[create];
  INVARIANT(event->child > t && event->child < e->prog->threads.n);
  lit guard = MUTANT(CREATE_GUARD_IGNORED) ? GATE_TRUE : encode_bool(e, event->guard);
  for (unsigned r = 0; r < e->rounds; r++)
    e->created.at[(size_t)r * e->prog->threads.n + event->child] =
      MUTANT(CHILD_EARLY) ? guard : gate_and(&e->gates, schedule_passed(e, t, r, label), guard);
}

lit
schedule_created(const struct encoding *e, thread_id t, unsigned r)
{
  INVARIANT(r < e->rounds && t < e->prog->threads.n);
  return e->created.at[(size_t)r * e->prog->threads.n + t];
}

/* A thread starts as soon as it exists: until its first STEP no other thread can tell. */
static void
build_thread(struct encoding *e, thread_id t)
{
  uint32_t n = labels_count(e->labels, t);
  lit *local = mem_alloc(n * sizeof *local);
  INVARIANT(n >= 1 && labels_get(e->labels, t, 0)->kind == LABEL_START);
  for (uint32_t l = 0; l < n; l++)
    local[l] = schedule_can_pass(e, labels_get(e->labels, t, l));
  for (unsigned r = 0; r < e->rounds; r++)
    for (uint32_t l = 0; l < n; l++) {
      lit before = l ? schedule_passed(e, t, r, l - 1) : schedule_created(e, t, r);
      lit earlier = r ? schedule_passed(e, t, r - 1, l) : GATE_FALSE;
      lit *now_at = &e->passed.at[(size_t)r * total(e) + e->labels->first_of_thread.at[t] + l];
      if (labels_get(e->labels, t, l)->kind != LABEL_STEP) {
        *now_at = gate_and(&e->gates, before, local[l]);
        continue;
      }
      bool idle = part_is_idle(e->part, e->prog->threads.n, t, r) && !MUTANT(IDLE_RUNS);
      bool closed = part_is_closed(e->part, e->labels, t, l) && !MUTANT(CLOSED_INTERRUPTED);
      assert(!closed || labels_may_close(e->labels, e->prog, t, l));
      lit now = *now_at = idle ? earlier : closed ? before : gate_fresh(&e->gates);
      if (!MUTANT(LABELS_NOT_MONOTONE) && now != before)
        gate_imply(&e->gates, now, before);
      if (!MUTANT(ROUNDS_NOT_MONOTONE) && now != earlier)
        gate_imply(&e->gates, earlier, now);
      if (MUTANT(CONDITION_IN_FIRST_ROUND) ? !r : r + 1 == e->rounds)
        gate_imply(&e->gates, now, local[l]);
    }
  vec_drop(local);
}

/* ---- threads and each other ---- */

/* Has the thread ended when thread `t` runs in round r? */
static lit
has_ended(const struct encoding *e, thread_id child, thread_id t, unsigned r)
{
  uint32_t last = labels_count(e->labels, child) - 1;
  if (child < t || MUTANT(JOIN_FORESEES))
    return schedule_passed(e, child, r, last);
  return r ? schedule_passed(e, child, r - 1, last) : GATE_FALSE;
}

static void
add_join(struct encoding *e, thread_id t, event_id id)
{
  const struct event *event = &e->prog->events.at[id];
  uint32_t label = e->labels->of_event.at[id];
  INVARIANT(event->guard == VALUE_FALSE || labels_get(e->labels, t, label)->kind == LABEL_STEP);
  lit guard = encode_bool(e, event->guard);
  for (unsigned r = 0; r < e->rounds; r++) {
    lit earlier = r ? schedule_passed(e, t, r - 1, label) : GATE_FALSE;
    lit clause[] = {-schedule_passed(e, t, r, label), earlier, -guard,
                    has_ended(e, event->child, t, r)};
    gate_clause(&e->gates, clause, 4);
  }
}

/* ---- parts ---- */

static void
add_ends(struct encoding *e)
{
  for (size_t i = 0; i < e->part->ends.n; i++) {
    const struct part_end *end = &e->part->ends.at[i];
    INVARIANT(labels_get(e->labels, end->thread, end->label)->kind == LABEL_STEP &&
              !part_is_closed(e->part, e->labels, end->thread, end->label));
    lit passed = schedule_passed(e, end->thread, end->round, end->label);
    lit unit = end->passed ? passed : -passed;
    if (!MUTANT(END_IGNORED))
      gate_clause(&e->gates, &unit, 1);
  }
}

/* True if the thread passes a STEP in this round; GATE_FALSE if it cannot. */
static lit
find_busy(struct encoding *e, thread_id t, unsigned r)
{
  if (part_is_idle(e->part, e->prog->threads.n, t, r))
    return GATE_FALSE;
  lit busy = GATE_FALSE, last = GATE_FALSE;
  for (uint32_t l = 0; l < labels_count(e->labels, t); l++) {
    lit earlier = r ? schedule_passed(e, t, r - 1, l) : GATE_FALSE;
    lit now = schedule_passed(e, t, r, l);
    if (labels_get(e->labels, t, l)->kind != LABEL_STEP || now == last || now == earlier)
      continue;
    if (busy == GATE_FALSE)
      busy = gate_fresh(&e->gates);
    lit clause[] = {-now, earlier, busy};
    gate_clause(&e->gates, clause, 3);
    last = now;
  }
  return busy;
}

/* At most `most` of them are true. sums[k] says that more than k of those so far are; it need not
 * be true if they are not, so implications in one direction do. */
static void
add_at_most(struct encoding *e, const lit *in, size_t n, size_t most)
{
  INVARIANT(n > most);
  lit *sums = mem_alloc(most * sizeof *sums);
  for (size_t k = 0; k < most; k++)
    sums[k] = GATE_FALSE;
  for (size_t i = 0; i < n; i++) {
    lit above[] = {-in[i], most ? -sums[most - 1] : GATE_FALSE};
    gate_clause(&e->gates, above, 2);
    for (size_t k = i < most ? i + 1 : most; k-- > 0 && i + 1 < n;) {
      lit sum = gate_fresh(&e->gates), step[] = {-in[i], k ? -sums[k - 1] : GATE_FALSE, sum};
      gate_clause(&e->gates, step, 3);
      gate_imply(&e->gates, sums[k], sum);
      sums[k] = sum;
    }
  }
  vec_drop(sums);
}

/* Each context that passes a STEP takes a switch, but for main's in the first round. */
static void
add_switches(struct encoding *e)
{
  VEC(lit) busy = {0};
  for (unsigned r = 0; r < e->rounds; r++)
    for (thread_id t = 0; t < e->prog->threads.n; t++) {
      lit here = !t && !r ? GATE_FALSE : find_busy(e, t, r);
      if (here != GATE_FALSE)
        vec_push(&busy, here);
    }
  size_t most = (size_t)e->part->switches + MUTANT(SWITCH_TOO_MANY);
  if (busy.n > most)
    add_at_most(e, busy.at, busy.n, most);
  vec_free(&busy);
}

void
schedule_build(struct encoding *e)
{
  const struct prog *prog = e->prog;
  vec_resize(&e->passed, (size_t)e->rounds * total(e));
  vec_resize(&e->created, (size_t)e->rounds * prog->threads.n);
  for (size_t i = 0; i < e->created.n; i++)
    e->created.at[i] = i % prog->threads.n ? GATE_FALSE : GATE_TRUE;
  for (thread_id t = 0; t < prog->threads.n; t++) {
    build_thread(e, t);
    for (event_id i = prog->threads.at[t].first; i < prog->threads.at[t].end; i++)
      if (prog->events.at[i].kind == EVENT_CREATE)
        find_created(e, t, i);
  }
  INVARIANT(schedule_created(e, 0, 0) == GATE_TRUE);
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id i = prog->threads.at[t].first; i < prog->threads.at[t].end; i++)
      if (prog->events.at[i].kind == EVENT_JOIN && !MUTANT(JOIN_DOES_NOT_WAIT))
        add_join(e, t, i);
  if (e->part)
    add_ends(e);
  if (e->part && e->part->counts)
    add_switches(e);
}
