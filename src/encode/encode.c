/* Locals once, memory per round: see doc/encoding.md. (order.c does without rounds, and shares what
 * is not about them.)
 *
 * The contexts are walked in the order in which they run - round by round, thread by thread, label
 * by label - and memory is carried along. Everything a thread computes is encoded once, since
 * every label is passed at most once. */
#include "encode/encode.h"

#include <assert.h>
#include <stdlib.h>

#include "base/invariant.h"
#include "base/mutant.h"
#include "encode/staircase.h"

/* The label is passed in this round. */
static lit
passed_now(struct encoding *e, thread_id t, unsigned r, uint32_t l)
{
  bool first = !r || MUTANT(ACCESS_REPEATED);
  lit earlier = first ? GATE_FALSE : schedule_passed(e, t, r - 1, l);
  return gate_and(&e->gates, schedule_passed(e, t, r, l), -earlier);
}

static void
walk_label(struct encoding *e, thread_id t, unsigned r, uint32_t l)
{
  const struct label *label = labels_get(e->labels, t, l);
  for (event_id i = label->first; i < label->end; i++) {
    const struct event *event = &e->prog->events.at[i];
    bool access = event->kind == EVENT_LOAD || event->kind == EVENT_STORE;
    if (!access || event->guard == VALUE_FALSE)
      continue;
    INVARIANT(e->labels->of_event.at[i] == l);
    INVARIANT(!labels_late(e->labels, i) || e->buffer.stores.at[e->buffer.index.at[i]].event == i);
    if (labels_late(e->labels, i))
      memory_buffer(e, e->buffer.index.at[i], r);
    else
      memory_access(e, event, passed_now(e, t, r, l), t);
  }
}

/* At the end of a round the last thread comes first. */
static void
walk_buffers(struct encoding *e, unsigned r)
{
  for (thread_id t = (thread_id)e->prog->threads.n; t-- > 0;)
    for (uint32_t i = 0; i < e->buffer.stores.n; i++)
      if (e->buffer.stores.at[i].thread == t)
        memory_leave(e, i, r);
}

static void
walk_contexts(struct encoding *e)
{
  for (unsigned r = 0; r < e->rounds; r++) {
    if (!r || MUTANT(MEMORY_FORGETS_ROUND))
      memory_reset(e);
    for (thread_id t = 0; t < e->prog->threads.n; t++) {
      memory_turn(e, t);
      for (uint32_t l = 0; l < labels_count(e->labels, t); l++)
        walk_label(e, t, r, l);
    }
    walk_buffers(e, r);
  }
}

/* ---- what is asked ---- */

typedef VEC(lit) lit_list;

/* Constants do not reach a solver: what is always true becomes a variable that is. */
static int
asked(struct encoding *e, lit literal)
{
  assert(gate_is_literal(&e->gates, literal));
  if (literal == GATE_FALSE)
    return 0;
  if (literal != GATE_TRUE)
    return literal;
  if (!e->always) {
    e->always = gate_fresh(&e->gates);
    gate_clause(&e->gates, &e->always, 1);
  }
  return e->always;
}

static void
ask_event(struct encoding *e, thread_id t, event_id id, lit_list *violations, lit_list *cuts)
{
  const struct event *event = &e->prog->events.at[id];
  uint32_t l = e->labels->of_event.at[id];
  unsigned last = e->rounds - 1;
  if (event->kind == EVENT_ASSERT) {
    lit fails = gate_and(&e->gates, encode_bool(e, event->guard), -encode_bool(e, event->value));
    lit reached = MUTANT(ASSERT_NOT_REACHED) ? GATE_TRUE : schedule_passed(e, t, last, l);
    vec_push(violations, gate_and(&e->gates, reached, fails));
  } else if (event->kind == EVENT_CUT && !(t && MUTANT(CUT_OF_MAIN_ALONE))) {
    /* The thread stands before the group that the cut opens. Inside a section the guard may
     * depend on loads that never happened; then any arrival counts, which errs on the safe side. */
    INVARIANT(event->section || event->guard == VALUE_FALSE ||
              labels_get(e->labels, t, l)->first == id);
    lit guard = event->section ? GATE_TRUE : encode_bool(e, event->guard);
    lit arrived = l ? schedule_passed(e, t, last, l - 1) : GATE_TRUE;
    lit cut = gate_and(&e->gates, arrived, guard);
    vec_push(cuts, cut);
    if (cut != GATE_FALSE && !(cut == GATE_TRUE && MUTANT(CUT_CERTAIN_UNNAMED)))
      vec_push(&e->cuts, ((struct cut){asked(e, cut), event->loop}));
  }
}

void
encoding_ask(struct encoding *e)
{
  lit_list violations = {0}, cuts = {0};
  for (thread_id t = 0; t < e->prog->threads.n; t++)
    for (event_id i = e->prog->threads.at[t].first; i < e->prog->threads.at[t].end; i++)
      ask_event(e, t, i, &violations, &cuts);
  lit fails = gate_or_many(&e->gates, violations.at, violations.n);
  e->questions[QUESTION_VIOLATION] = asked(e, fails);
  e->questions[QUESTION_CUT] = asked(e, gate_or_many(&e->gates, cuts.at, cuts.n));
  if (e->prog->asks & PROPERTY_DEADLOCK)
    e->questions[QUESTION_DEADLOCK] = halt_deadlock(e);
  if (e->prog->asks & PROPERTY_RACE)
    e->questions[QUESTION_RACE] = halt_race(e);
  vec_free(&violations);
  vec_free(&cuts);
}

/* ---- interface ---- */

struct encoding *
encoding_begin(const struct prog *prog, const struct labels *labels, struct values *values,
               const struct ranges *ranges, struct sink *sink)
{
  INVARIANT(labels->of_event.n == prog->events.n &&
            labels->first_of_thread.n == prog->threads.n + 1);
  struct encoding *e = mem_alloc(sizeof *e);
  e->prog = prog;
  e->labels = labels;
  e->values = values;
  e->ranges = ranges;
  e->rounds = 1;
  gates_init(&e->gates, sink);
  memory_layout(e);
  return e;
}

struct encoding *
encode(const struct prog *prog, const struct labels *labels, struct values *values,
       const struct ranges *ranges, unsigned rounds, const struct part *part, struct sink *sink)
{
  INVARIANT(rounds > 0);
  INVARIANT(!part || !part->closed.n || part->closed.n == labels->all.n);
  struct encoding *e = encoding_begin(prog, labels, values, ranges, sink);
  e->rounds = rounds;
  e->part = part;
  schedule_build(e);
  buffer_build(e);
  walk_contexts(e);
  encoding_ask(e);
  INVARIANT(!e->gates.scratch.n && e->gates.sink == sink);
  return e;
}

void
encoding_free(struct encoding *e)
{
  if (!e)
    return;
  staircase_free(e->staircase);
  gates_free(&e->gates);
  vec_free(&e->bits);
  vec_free(&e->first_bit);
  vec_free(&e->cells);
  vec_free(&e->spans);
  vec_free(&e->at_target);
  vec_free(&e->passed);
  vec_free(&e->created);
  buffer_free(&e->buffer);
  vec_free(&e->restrictions);
  vec_free(&e->cuts);
  free(e);
}

int
encoding_question(const struct encoding *e, enum question which)
{
  INVARIANT(which < QUESTIONS);
  return e->questions[which];
}

bool
encoding_holds(struct sat *sat, lit literal)
{
  INVARIANT(literal != 0);
  if (literal == GATE_TRUE || literal == GATE_FALSE)
    return literal == GATE_TRUE;
  return sat->ops->value(sat, literal);
}

static void
read_inputs(const struct encoding *e, struct sat *sat, struct schedule *schedule)
{
  const struct prog *prog = e->prog;
  vec_resize(&schedule->inputs, prog->inputs.n);
  for (value_id v = 0; v < e->first_bit.n; v++) {
    const struct value *value = &prog->values.at[v];
    if (value->op != OP_INPUT || !e->first_bit.at[v])
      continue;
    INVARIANT(value->imm < schedule->inputs.n && value->width == prog->inputs.at[value->imm].width);
    const lit *bits = e->bits.at + e->first_bit.at[v] - 1;
    uint64_t number = 0;
    for (unsigned i = 0; i < value->width; i++)
      number |= (uint64_t)encoding_holds(sat, bits[i]) << i;
    schedule->inputs.at[value->imm] = number;
  }
}

/* Labels that the thread has passed by the end of the round. */
static uint32_t
count_passed(const struct encoding *e, struct sat *sat, thread_id t, unsigned r)
{
  uint32_t n = 0;
  while (n < labels_count(e->labels, t) && encoding_holds(sat, schedule_passed(e, t, r, n)))
    n++;
  return n;
}

/* Stores that leave their buffer now, and did not in the turn in which they came into it: into the
 * context to come. True if there are any. */
static bool
read_late(const struct encoding *e, struct sat *sat, thread_id t, unsigned r, bool at_end,
          struct schedule *schedule)
{
  size_t before = schedule->late.n;
  for (uint32_t i = 0; i < e->buffer.stores.n; i++) {
    const struct buffered *store = &e->buffer.stores.at[i];
    bool new = encoding_holds(sat, buffer_passed(e, i, r)) &&
               !(r && encoding_holds(sat, buffer_passed(e, i, r - 1)));
    bool left = encoding_holds(sat, buffer_left(e, i, r)),
         seen = encoding_holds(sat, buffer_seen(e, i, r));
    bool gone = r && encoding_holds(sat, buffer_seen(e, i, r - 1));
    INVARIANT((!gone || left) && (!left || seen));
    bool leaves = at_end ? seen && !left : left && !gone && !new;
    if (leaves && store->thread == t && encoding_holds(sat, store->guard) && !store->closed)
      vec_push(&schedule->late, ((struct late){store->event, (uint32_t)schedule->contexts.n}));
  }
  return schedule->late.n > before;
}

/* Stores that never leave their buffer. */
static void
read_never(const struct encoding *e, struct sat *sat, struct schedule *schedule)
{
  unsigned last = e->rounds - 1;
  for (uint32_t i = 0; i < e->buffer.stores.n; i++) {
    const struct buffered *store = &e->buffer.stores.at[i];
    if (encoding_holds(sat, store->guard) && !store->closed &&
        encoding_holds(sat, buffer_passed(e, i, last)) &&
        !encoding_holds(sat, buffer_seen(e, i, last)))
      vec_push(&schedule->late, ((struct late){store->event, CONTEXT_NEVER}));
  }
}

static void
read_rounds(const struct encoding *e, struct sat *sat, struct schedule *schedule)
{
  thread_id threads = (thread_id)e->prog->threads.n;
  for (unsigned r = 0; r < e->rounds; r++) {
    for (thread_id t = 0; t < threads; t++) {
      uint32_t n = count_passed(e, sat, t, r), before = r ? count_passed(e, sat, t, r - 1) : 0;
      INVARIANT(n >= before);
      if (read_late(e, sat, t, r, false, schedule) || n > before)
        vec_push(&schedule->contexts, ((struct context){t, n}));
    }
    for (thread_id t = threads; t-- > 0 && e->buffer.stores.n;)
      if (read_late(e, sat, t, r, true, schedule))
        vec_push(&schedule->contexts, ((struct context){t, count_passed(e, sat, t, r)}));
  }
  read_never(e, sat, schedule);
  schedule_sort(schedule);
}

void
encoding_schedule(const struct encoding *e, struct sat *sat, struct schedule *schedule)
{
  schedule->contexts.n = schedule->late.n = 0;
  if (e->staircase)
    refine_read(e, sat, schedule);
  else
    read_rounds(e, sat, schedule);
  read_inputs(e, sat, schedule);
}

size_t
encoding_restrictions(const struct encoding *e, const struct restriction **list)
{
  *list = e->restrictions.at;
  return e->restrictions.n;
}

int
encoding_first_round(const struct encoding *e)
{
  return e->first_round;
}

size_t
encoding_cuts(const struct encoding *e, const struct cut **list)
{
  *list = e->cuts.at;
  return e->cuts.n;
}

int
encoding_passed(const struct encoding *e, thread_id t, unsigned r, uint32_t l)
{
  lit literal = schedule_passed(e, t, r, l);
  bool is_step = labels_get(e->labels, t, l)->kind == LABEL_STEP;
  return is_step && literal != GATE_TRUE && literal != GATE_FALSE ? literal : 0;
}
