/* Restrictions: an under-approximation that grows where it must.
 *
 * Each restriction is a literal that may be assumed, and then removes runs: a thread does nothing;
 * a thread is not interrupted except where it waits; others see what it stores at once; the values
 * put into a cell fit into fewer bits than the analysis could prove. Under such assumptions a bug
 * found is a bug. If there is none, the solver's core says which restrictions the refutation used:
 * those are dropped. A refutation that used none of them holds for the whole problem. */
#include "base/invariant.h"
#include "base/mutant.h"
#include "encode/encoding.h"

static void
add(struct encoding *e, enum restriction_kind kind, uint32_t which, lit literal)
{
  INVARIANT(literal > 0 && literal < GATE_TRUE); /* it may be assumed, and dropped again */
  vec_push(&e->restrictions, ((struct restriction){literal, kind, which}));
}

/* ---- threads that do not start ---- */

static bool
holds_property(const struct prog *prog, const struct thread *thread)
{
  for (event_id i = thread->first; i < thread->end; i++)
    if (prog->events.at[i].kind == EVENT_ASSERT && prog->events.at[i].guard != VALUE_FALSE)
      return true;
  return false;
}

/* A thread that holds a property is needed, unless there are many: then a few of them may do. */
static void
add_absence(struct encoding *e, thread_id t)
{
  bool many = e->prog->threads.n > ENCODING_FEW_THREADS;
  if (!t || (!many && holds_property(e->prog, &e->prog->threads.at[t])))
    return;
  if (labels_count(e->labels, t) < 2)
    return;
  lit absent = gate_fresh(&e->gates);
  lit clause[] = {-absent, -schedule_passed(e, t, e->rounds - 1, 1)};
  gate_clause(&e->gates, clause, 2);
  add(e, RESTRICT_ABSENT, t, absent);
}

/* ---- one round ---- */

/* Many bugs of many threads are such of one round. */
static void
add_first_round(struct encoding *e)
{
  e->first_round = gate_fresh(&e->gates);
  for (thread_id t = 0; t < e->prog->threads.n; t++)
    for (uint32_t l = 0; l < labels_count(e->labels, t); l++) {
      lit first = schedule_passed(e, t, 0, l), last = schedule_passed(e, t, e->rounds - 1, l);
      lit clause[] = {-e->first_round, -last, first};
      if (first != last)
        gate_clause(&e->gates, clause, 3);
    }
}

/* ---- threads that run on ---- */

static void
add_haste(struct encoding *e, thread_id t)
{
  uint32_t n = labels_count(e->labels, t);
  if (n < 3 || e->rounds < 2)
    return;
  lit hasty = gate_fresh(&e->gates);
  for (uint32_t l = 1; l < n; l++) {
    const struct label *label = labels_get(e->labels, t, l);
    if (label->kind != LABEL_STEP || label_may_wait(e->prog, label) ||
        part_is_closed(e->part, e->labels, t, l))
      continue;
    for (unsigned r = 0; r < e->rounds; r++) {
      if (part_is_idle(e->part, e->prog->threads.n, t, r))
        continue;
      lit clause[] = {-hasty, -schedule_passed(e, t, r, l - 1), schedule_passed(e, t, r, l)};
      gate_clause(&e->gates, clause, 3);
    }
  }
  add(e, RESTRICT_HASTY, t, hasty);
}

/* ---- threads that store at once ---- */

static void
add_promptness(struct encoding *e, thread_id t)
{
  lit prompt = 0;
  for (uint32_t i = 0; i < e->buffer.stores.n; i++) {
    if (e->buffer.stores.at[i].thread != t)
      continue;
    if (!prompt)
      prompt = gate_fresh(&e->gates);
    for (unsigned r = 0; r < e->rounds; r++) {
      lit clause[] = {-prompt, -buffer_passed(e, i, r), buffer_left(e, i, r)};
      gate_clause(&e->gates, clause, 3);
    }
  }
  if (prompt)
    add(e, RESTRICT_PROMPT, t, prompt);
}

/* ---- cells with fewer bits ---- */

enum { GUESSED_BITS = 3 };

/* How many bits of a cell count, and whether the highest is a sign. */
static unsigned
cell_bits(const struct encoding *e, const struct cell *cell, bool *is_signed)
{
  struct value_set set = values_of_cell(e->values, cell->object, cell->offset, cell->bytes);
  if (value_set_is_exact(set)) /* its bits are few already */
    return 1;
  unsigned bits =
    range_bits(ranges_of_cell(e->ranges, cell->object, cell->offset, cell->bytes), is_signed);
  INVARIANT(bits <= 8 * cell->bytes);
  return bits;
}

/* What event `id` stores, if it stores anything, fits. */
static void
add_fit(struct encoding *e, lit fits, event_id id, thread_id t, const lit *value, bool is_signed,
        unsigned bits)
{
  const struct event *event = &e->prog->events.at[id];
  INVARIANT(event->kind == EVENT_STORE && bits <= 8 * event->bytes);
  lit passed = schedule_passed(e, t, e->rounds - 1, e->labels->of_event.at[id]);
  lit guard = encode_bool(e, event->guard);
  for (unsigned bit = GUESSED_BITS; bit < bits; bit++) {
    lit like = is_signed ? value[GUESSED_BITS - 1] : GATE_FALSE;
    lit up[] = {-fits, -passed, -guard, -value[bit], like};
    lit down[] = {-fits, -passed, -guard, value[bit], -like};
    gate_clause(&e->gates, up, 5);
    gate_clause(&e->gates, down, 5);
  }
}

static void
add_guess(struct encoding *e, uint32_t index)
{
  const struct cell *cell = &e->cells.at[index];
  bool is_signed = false;
  unsigned bits = cell_bits(e, cell, &is_signed);
  if (bits <= GUESSED_BITS)
    return;
  lit fits = gate_fresh(&e->gates);
  for (thread_id t = 0; t < e->prog->threads.n; t++)
    for (event_id i = e->prog->threads.at[t].first; i < e->prog->threads.at[t].end; i++) {
      const struct event *event = &e->prog->events.at[i];
      if (event->kind != EVENT_STORE || event->guard == VALUE_FALSE || event->bytes != cell->bytes)
        continue;
      for (uint32_t k = 0; k < event->n_targets; k++)
        if (e->spans.at[event->first_target + k].first == index) {
          lit value[WORD_MAX];
          const lit *word = encode_value(e, event->value);
          for (unsigned bit = 0; bit < 8 * cell->bytes; bit++)
            value[bit] = word[bit];
          lit when = MUTANT(RESTRICTION_FORCED) ? GATE_TRUE : fits;
          add_fit(e, when, i, t, value, is_signed, bits);
          break;
        }
    }
  add(e, RESTRICT_NARROW, index, fits);
}

void
encoding_restrict(struct encoding *e, bool grow, bool guess)
{
  INVARIANT(!e->restrictions.n); /* once is enough */
  bool many = e->prog->threads.n > ENCODING_FEW_THREADS;
  grow &= !e->staircase || many;
  if (grow && many && e->rounds > 1)
    add_first_round(e);
  for (thread_id t = 0; grow && t < e->prog->threads.n; t++) {
    add_absence(e, t);
    add_haste(e, t);
    add_promptness(e, t);
  }
  for (uint32_t c = 0; guess && e->ranges && c < e->cells.n; c++)
    add_guess(e, c);
}
