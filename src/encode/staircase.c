/* The staircase: in which order labels are passed.
 *
 * Nodes are the STEP labels. happened(t,l) says whether a label is passed at all: it is `passed` of
 * the one round there is. A START happens together with the creation of its thread, a STOP together
 * with the label before it, as by rounds: nobody can tell.
 *
 * For nodes a and b of different threads there is one variable, before(a,b); before(b,a) is its
 * negation. It is monotone along both threads: if b is before a, then so is what comes before b in
 * its thread; and b is before what comes after a. Drawn as a table of the labels of two threads the
 * order is a staircase, hence the name. Any two threads are put in order by that, exactly. That
 * the order of three is one as well is added where a model needs it (refine.c).
 *
 * What creation and joining say is known, and no variable. Known is that a node lies before another
 * one if its first event lies before the end of the other: labels are passed as a whole.
 *
 * What is known can contradict itself: a thread joins another one before it creates it. Then some of
 * these labels never happen, since a join needs that the other thread has ended before. For the
 * pair, the thread with the smaller number comes first; that is monotone, too.
 *
 * With late stores a thread has several chains of nodes (commit.c), and all this is about chains.
 *
 * The order is one of all nodes, whether they happen or not. In an execution those that do not
 * happen come last, thread by thread, but for what is known. That is monotone; and instances of
 * transitivity in which something is known ask for nodes that have happened (refine.c). So no
 * execution is lost. */
#include "encode/staircase.h"

#include <stdlib.h>

#include "base/invariant.h"
#include "base/mutant.h"

bool
staircase_stopped(struct encoding *e)
{
  struct staircase *s = e->staircase;
  if (!s->stopped && s->watch.stop)
    s->stopped = s->watch.stop(s->watch.argument);
  return s->stopped;
}

uint32_t
staircase_label(const struct encoding *e, thread_id t, uint32_t l)
{
  INVARIANT(l < labels_count(e->labels, t));
  return e->labels->first_of_thread.at[t] + l;
}

bool
staircase_is_step(const struct encoding *e, thread_id t, uint32_t l)
{
  return labels_get(e->labels, t, l)->kind == LABEL_STEP;
}

struct moment
staircase_moment(const struct encoding *e, thread_id t, event_id event)
{
  const struct staircase *s = e->staircase;
  uint32_t node = s->node_of.at[staircase_label(e, t, e->labels->of_event.at[event])];
  return (struct moment){t, event, node};
}

bool
moment_is_own(const struct encoding *e, const struct moment *moment)
{
  return moment->node != NO_NODE && e->staircase->nodes.at[moment->node].thread == moment->thread;
}

lit
staircase_before(const struct encoding *e, uint32_t a, uint32_t b)
{
  const struct staircase *s = e->staircase;
  if (a == NO_NODE || b == NO_NODE)
    return a == NO_NODE ? GATE_TRUE : GATE_FALSE;
  if (s->nodes.at[a].chain == s->nodes.at[b].chain)
    return a <= b ? GATE_TRUE : GATE_FALSE; /* equal: the one goes with the other */
  return s->before[(size_t)a * s->nodes.n + b];
}

/* One of them happens with the creation of its thread. What is passed then by a thread that holds a
 * lock, which it has taken before, may conflict with what others do later. */
static lit
created_before(const struct encoding *e, const struct moment *a, const struct moment *b)
{
  const struct node *nodes = e->staircase->nodes.at;
  INVARIANT(a->node != b->node || moment_is_own(e, a) || moment_is_own(e, b));
  if (a->node == b->node) /* the label that creates a thread comes first */
    return moment_is_own(e, a) ? GATE_TRUE : GATE_FALSE;
  if (a->node == NO_NODE || b->node == NO_NODE || nodes[a->node].chain != nodes[b->node].chain)
    return staircase_before(e, a->node, b->node);
  return a->node < b->node ? GATE_TRUE : GATE_FALSE;
}

lit
moment_before(const struct encoding *e, const struct moment *a, const struct moment *b)
{
  const struct order *order = e->staircase->order;
  if (a->thread == b->thread)
    return a->event < b->event ? GATE_TRUE : GATE_FALSE;
  if (moment_is_own(e, a) && moment_is_own(e, b))
    return e->staircase->before[(size_t)a->node * e->staircase->nodes.n + b->node];
  if (a->event < order_behind(order, b->thread, b->event, a->thread))
    return GATE_TRUE;
  if (b->event < order_behind(order, a->thread, a->event, b->thread))
    return GATE_FALSE;
  return created_before(e, a, b);
}

/* ---- nodes ---- */

static void
find_creations(struct encoding *e)
{
  const struct prog *prog = e->prog;
  struct staircase *s = e->staircase;
  s->create = mem_alloc(prog->threads.n * sizeof *s->create);
  for (thread_id t = 0; t < prog->threads.n; t++)
    s->create[t] = UINT32_MAX;
  for (event_id i = 0; i < prog->events.n; i++)
    if (prog->events.at[i].kind == EVENT_CREATE)
      s->create[prog->events.at[i].child] = i;
}

/* With which node a START happens. */
static uint32_t
node_of_start(const struct encoding *e, thread_id t)
{
  const struct staircase *s = e->staircase;
  if (!t || s->create[t] == UINT32_MAX)
    return NO_NODE;
  thread_id parent = e->prog->threads.at[t].parent;
  INVARIANT(parent < t);
  return s->node_of.at[staircase_label(e, parent, e->labels->of_event.at[s->create[t]])];
}

static void
add_labels(struct encoding *e, thread_id t)
{
  struct staircase *s = e->staircase;
  uint32_t chain = (uint32_t)s->first_node.n;
  vec_push(&s->first_node, (uint32_t)s->nodes.n);
  for (uint32_t l = 0; l < labels_count(e->labels, t); l++) {
    uint32_t *node = &s->node_of.at[staircase_label(e, t, l)];
    *node = staircase_is_step(e, t, l) ? (uint32_t)s->nodes.n : l ? node[-1] : node_of_start(e, t);
    if (staircase_is_step(e, t, l))
      vec_push(&s->nodes, ((struct node){t, l, chain, NO_COMMIT}));
  }
}

void
staircase_find_nodes(struct encoding *e)
{
  struct staircase *s = e->staircase;
  s->order = order_find(e->prog);
  find_creations(e);
  commit_find(e);
  vec_resize(&s->node_of, e->labels->all.n);
  for (thread_id t = 0; t < e->prog->threads.n; t++) {
    add_labels(e, t);
    commit_add_nodes(e, t);
  }
  vec_push(&s->first_node, (uint32_t)s->nodes.n);
}

/* ---- what has happened ---- */

static void
find_happened(struct encoding *e, thread_id t, uint32_t l)
{
  lit can = schedule_can_pass(e, labels_get(e->labels, t, l));
  lit *now = &e->passed.at[staircase_label(e, t, l)];
  lit earlier = l ? now[-1] : e->created.at[t];
  if (!staircase_is_step(e, t, l)) {
    *now = gate_and(&e->gates, earlier, can);
    return;
  }
  *now = earlier == GATE_FALSE ? GATE_FALSE : gate_fresh(&e->gates);
  if (!MUTANT(STEP_OUT_OF_ORDER))
    gate_imply(&e->gates, *now, earlier);
  gate_imply(&e->gates, *now, can);
}

static void
find_created(struct encoding *e, thread_id t, event_id i)
{
  const struct event *event = &e->prog->events.at[i];
  lit passed = e->passed.at[staircase_label(e, t, e->labels->of_event.at[i])];
  INVARIANT(event->child > t);
  e->created.at[event->child] = gate_and(&e->gates, passed, encode_bool(e, event->guard));
}

void
staircase_find_happened(struct encoding *e)
{
  const struct prog *prog = e->prog;
  vec_resize(&e->passed, e->labels->all.n);
  vec_resize(&e->created, prog->threads.n);
  for (thread_id t = 0; t < prog->threads.n; t++)
    e->created.at[t] = t ? GATE_FALSE : GATE_TRUE;
  for (thread_id t = 0; t < prog->threads.n; t++) {
    for (uint32_t l = 0; l < labels_count(e->labels, t); l++)
      find_happened(e, t, l);
    for (event_id i = prog->threads.at[t].first; i < prog->threads.at[t].end; i++)
      if (prog->events.at[i].kind == EVENT_CREATE)
        find_created(e, t, i);
  }
}

/* ---- their order ---- */

/* A moment of a late store is behind its label, and before a label that waits for it. */
static bool
is_known_in_thread(const struct encoding *e, const struct node *x, const struct node *y)
{
  if (x->commit == NO_COMMIT)
    return x->label <= y->label && !MUTANT(COMMIT_BEFORE_STORE);
  return e->staircase->commits.at[x->commit].until <= y->label &&
         e->staircase->commits.at[x->commit].until != NO_LABEL;
}

/* A late store has reached memory when its thread creates another one, or is joined. So what is
 * known of the store is known of that moment, and what is before its label is before that. */
static bool
is_known(const struct encoding *e, uint32_t a, uint32_t b)
{
  const struct node *x = &e->staircase->nodes.at[a], *y = &e->staircase->nodes.at[b];
  const struct label *one = labels_get(e->labels, x->thread, x->label);
  const struct label *two = labels_get(e->labels, y->thread, y->label);
  if (x->thread == y->thread)
    return is_known_in_thread(e, x, y);
  event_id first = x->commit == NO_COMMIT ? one->first : e->staircase->commits.at[x->commit].store;
  return first < order_behind(e->staircase->order, y->thread, two->end, x->thread) &&
         !MUTANT(CREATION_UNORDERED);
}

static void
make_pair(struct encoding *e, uint32_t a, uint32_t b)
{
  struct staircase *s = e->staircase;
  lit before = is_known(e, a, b)   ? GATE_TRUE
               : is_known(e, b, a) ? GATE_FALSE
                                   : gate_fresh(&e->gates);
  s->before[(size_t)a * s->nodes.n + b] = before;
  s->before[(size_t)b * s->nodes.n + a] = -before;
}

/* Of node a and all of another chain: what is behind b is behind its successor. With the
 * roles exchanged it is the same along the other chain. */
static void
make_row(struct encoding *e, uint32_t a, uint32_t other)
{
  const struct staircase *s = e->staircase;
  bool later = other > s->nodes.at[a].chain;
  for (uint32_t b = s->first_node.at[other]; b + 1 < s->first_node.at[other + 1]; b++)
    if (!(later ? MUTANT(ORDER_NOT_MONOTONE) : MUTANT(ORDER_NOT_MONOTONE_BACK)))
      gate_imply(&e->gates, staircase_before(e, a, b), staircase_before(e, a, b + 1));
}

/* The last node of the chain that is known to be before b, if that is not known of the node in
 * front of b. */
static void
note_known(struct encoding *e, uint32_t b, uint32_t chain)
{
  struct staircase *s = e->staircase;
  uint32_t last = NO_NODE;
  bool first = b == s->first_node.at[s->nodes.at[b].chain];
  for (uint32_t a = s->first_node.at[chain]; a < s->first_node.at[chain + 1]; a++)
    if (staircase_before(e, a, b) == GATE_TRUE)
      last = a;
  if (last != NO_NODE && (first || staircase_before(e, last, b - 1) != GATE_TRUE))
    vec_push(&s->known, ((struct known){last, b}));
}

/* Of a label and a late store of one thread that are known to be in order: what is behind the
 * second one is behind the first one. These instances of transitivity are always needed. */
static void
pass_on(struct encoding *e, uint32_t first, uint32_t second)
{
  const struct staircase *s = e->staircase;
  const struct node *one = &s->nodes.at[first], *two = &s->nodes.at[second];
  if (one->thread != two->thread || (one->commit == NO_COMMIT) == (two->commit == NO_COMMIT))
    return;
  for (uint32_t n = 0; n < s->nodes.n; n++)
    if (s->nodes.at[n].chain != one->chain && s->nodes.at[n].chain != two->chain)
      gate_imply(&e->gates, staircase_before(e, second, n), staircase_before(e, first, n));
}

static void
make_rows(struct encoding *e, uint32_t a)
{
  struct staircase *s = e->staircase;
  for (uint32_t chain = 0; chain + 1 < s->first_node.n; chain++)
    if (chain != s->nodes.at[a].chain) {
      make_row(e, a, chain);
      note_known(e, a, chain);
    }
}

void
staircase_make(struct encoding *e)
{
  struct staircase *s = e->staircase;
  uint32_t n = (uint32_t)s->nodes.n;
  s->before = mem_alloc((size_t)n * n * sizeof *s->before + 1);
  for (uint32_t a = 0; a < n && !staircase_stopped(e); a++)
    for (uint32_t b = s->first_node.at[s->nodes.at[a].chain + 1]; b < n; b++)
      make_pair(e, a, b);
  if (s->stopped)
    return;
  for (uint32_t a = 0; a < n && !staircase_stopped(e); a++)
    make_rows(e, a);
  for (size_t i = 0; i < s->known.n && !staircase_stopped(e); i++)
    pass_on(e, s->known.at[i].before, s->known.at[i].after);
}

/* ---- joins ---- */

void
staircase_order(struct encoding *e, lit when, uint32_t before, uint32_t after)
{
  lit literal = before == after ? GATE_FALSE : staircase_before(e, before, after);
  if (literal == GATE_TRUE || when == GATE_FALSE)
    return;
  gate_imply(&e->gates, when, literal);
  vec_push(&e->staircase->conditions, ((struct condition){when, {before, after}}));
}

static void
add_join(struct encoding *e, thread_id t, event_id i)
{
  struct staircase *s = e->staircase;
  const struct event *event = &e->prog->events.at[i];
  uint32_t here = staircase_label(e, t, e->labels->of_event.at[i]);
  uint32_t last = staircase_label(e, event->child, labels_count(e->labels, event->child) - 1);
  lit when = gate_and(&e->gates, e->passed.at[here], encode_bool(e, event->guard));
  gate_imply(&e->gates, when, e->passed.at[last]);
  if (!MUTANT(JOIN_UNORDERED)) /* equal: it is created behind the join */
    staircase_order(e, when, s->node_of.at[last], s->node_of.at[here]);
  for (size_t k = 0; k < s->commits.n; k++)
    if (s->commits.at[k].thread == event->child && !MUTANT(JOIN_BEFORE_COMMITS))
      staircase_order(e, when, s->commits.at[k].node, s->node_of.at[here]);
}

/* The thread that is joined has passed everything, and has done so before; and all that it has
 * stored has reached memory. */
void
staircase_join(struct encoding *e)
{
  const struct prog *prog = e->prog;
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id i = prog->threads.at[t].first; i < prog->threads.at[t].end; i++)
      if (prog->events.at[i].kind == EVENT_JOIN && prog->events.at[i].guard != VALUE_FALSE)
        add_join(e, t, i);
}

void
staircase_free(struct staircase *s)
{
  if (!s)
    return;
  order_free(s->order);
  free(s->create);
  free(s->before);
  vec_free(&s->nodes);
  vec_free(&s->first_node);
  vec_free(&s->node_of);
  vec_free(&s->known);
  vec_free(&s->conditions);
  vec_free(&s->commits);
  vec_free(&s->commit_of);
  vec_free(&s->writers);
  vec_free(&s->of_cell_first);
  vec_free(&s->of_cell);
  vec_free(&s->pool);
  vec_free(&s->readings);
  vec_free(&s->sources);
  vec_free(&s->earlier);
  vec_free(&s->lasts);
  vec_free(&s->sorted);
  vec_free(&s->added);
  free(s);
}
