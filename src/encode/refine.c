/* What is added after a model: is its order one?
 *
 * The order of three threads and more need not be transitive in a model, and there may be stores
 * between a load and its source, if those clauses were not written at once. So after each model we
 * look at the nodes that have happened, and draw what the model *uses*: the order of each thread,
 * what creation and joining say, each source before its load; of every other store that has
 * happened, that it is before the source, or behind the load; at the end, that it is before the
 * last one. The rest of the literals do not matter: no load sees them.
 *
 * If that graph has no cycle, it is sorted, and the sorted nodes are a schedule. In it the last
 * store before each load is the source of the load. So the schedule executes as the model says.
 *
 * If it has one, take a shortest cycle. Of three neighbours a, b, c on it either before(a,c) is
 * true in the model, and the cycle can do without b; or it is false, and before(a,b) and
 * before(b,c) -> before(a,c) is an instance of transitivity that the model violates. Cycles of two
 * do not exist, since before(b,a) is the negation of before(a,b); so there always is an instance.
 *
 * Clauses of both kinds hold in every execution. There are finitely many of them, and none is added
 * twice. So this ends. All is read off the model before the first of them is added. For each clause
 * it is noted of what it is an instance, so that others can check it (account.c). */
#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"
#include "encode/staircase.h"

enum { MOST_CYCLES = 500 };

typedef VEC(uint32_t) node_list;

/* A clause "no store between" that was not written at once. */
struct missing {
  struct between clause;
  struct added why;
};
typedef VEC(struct missing) clause_list;

/* An instance of transitivity: two of the literals and what follows; and, if one of them is
 * constant, that the three nodes happen. */
struct instance {
  lit literals[6];
  struct added why;
};
typedef VEC(struct instance) instance_list;

struct graph {
  const struct encoding *e;
  struct sat *sat;
  size_t n;
  bool *there;    /* per node: it has happened */
  bool *edge;     /* per pair: drawn already */
  node_list *out; /* per node */
  uint32_t *in;   /* per node: how many come in */
  clause_list missing;
};

/* ---- drawing ---- */

static bool
holds(const struct graph *graph, lit literal)
{
  return encoding_holds(graph->sat, literal);
}

static bool
happened(const struct graph *graph, thread_id t, uint32_t l)
{
  return holds(graph, graph->e->passed.at[staircase_label(graph->e, t, l)]);
}

static void
draw_edge(struct graph *graph, uint32_t a, uint32_t b)
{
  INVARIANT(a != b);
  bool *drawn = &graph->edge[(size_t)a * graph->n + b];
  if (*drawn || !graph->there[a] || !graph->there[b])
    return;
  *drawn = true;
  vec_push(&graph->out[a], b);
  graph->in[b]++;
}

/* Of those alone that lie in different threads, and in steps: all other order is known. */
static void
draw_moments(struct graph *graph, const struct moment *a, const struct moment *b)
{
  if (a->thread != b->thread && a->node != b->node && a->node != NO_NODE && b->node != NO_NODE)
    draw_edge(graph, a->node, b->node);
}

static void
draw_fixed(struct graph *graph)
{
  const struct staircase *s = graph->e->staircase;
  for (uint32_t a = 0; a + 1 < graph->n; a++)
    if (s->nodes.at[a].chain == s->nodes.at[a + 1].chain)
      draw_edge(graph, a, a + 1);
  for (size_t i = 0; i < s->known.n; i++)
    draw_edge(graph, s->known.at[i].before, s->known.at[i].after);
  for (size_t i = 0; i < s->conditions.n; i++)
    if (holds(graph, s->conditions.at[i].when))
      draw_edge(graph, s->conditions.at[i].known.before, s->conditions.at[i].known.after);
}

static const struct source *
find_source(const struct graph *graph, const struct reading *reading)
{
  const struct source *sources = graph->e->staircase->sources.at + reading->sources;
  for (size_t i = 0; i < reading->n_sources; i++)
    if (holds(graph, sources[i].from))
      return &sources[i];
  INVARIANT(false); /* a load that happens has one */
  return NULL;
}

/* A store that has happened besides the source: before that, or behind the load, or wrong. */
static void
draw_other(struct graph *graph, const struct reading *reading, const struct source *source,
           const struct earlier *other)
{
  const struct staircase *s = graph->e->staircase;
  const struct writer *writer = &s->writers.at[other->writer];
  struct between clause;
  if (!source_between(graph->e, source, other, &clause) || !holds(graph, writer->wrote))
    return;
  if (!holds(graph, other->before))
    draw_moments(graph, &reading->when, &writer->when);
  else if (holds(graph, clause.literals[3]))
    draw_moments(graph, &writer->when, &s->writers.at[source->writer].when);
  else if (!MUTANT(STORE_BETWEEN))
    vec_push(&graph->missing, ((struct missing){clause,
                                                {.scheme = SCHEME_BETWEEN,
                                                 .of = {(uint32_t)(reading - s->readings.at),
                                                        source->writer, other->writer}}}));
}

static void
draw_reading(struct graph *graph, const struct reading *reading)
{
  const struct staircase *s = graph->e->staircase;
  if (!holds(graph, reading->active))
    return;
  const struct source *source = find_source(graph, reading);
  if (source->writer != INITIAL)
    draw_moments(graph, &s->writers.at[source->writer].when, &reading->when);
  for (size_t i = 0; i < reading->n_earlier; i++)
    draw_other(graph, reading, source, &s->earlier.at[reading->earlier + i]);
}

static void
draw_last(struct graph *graph, const struct last *last)
{
  const struct staircase *s = graph->e->staircase;
  if (last->writer == INITIAL || !holds(graph, last->is))
    return;
  const struct writer *writer = &s->writers.at[last->writer];
  uint32_t first = s->of_cell_first.at[last->cell], end = s->of_cell_first.at[last->cell + 1];
  for (uint32_t k = first; k < end; k++) {
    const struct writer *other = &s->writers.at[s->of_cell.at[k]];
    if (other->when.event != writer->when.event && holds(graph, other->wrote) &&
        holds(graph, source_is_seen(other, last->viewer)))
      draw_moments(graph, &other->when, &writer->when);
  }
}

static void
draw(struct graph *graph, const struct encoding *e, struct sat *sat)
{
  const struct staircase *s = e->staircase;
  size_t n = s->nodes.n;
  *graph = (struct graph){.e = e, .sat = sat, .n = n};
  graph->there = mem_alloc(n + 1);
  graph->edge = mem_alloc(n * n + 1);
  graph->out = mem_alloc((n + 1) * sizeof *graph->out);
  graph->in = mem_alloc((n + 1) * sizeof *graph->in);
  for (uint32_t a = 0; a < n; a++)
    graph->there[a] = happened(graph, s->nodes.at[a].thread, s->nodes.at[a].label);
  draw_fixed(graph);
  for (size_t i = 0; i < s->readings.n; i++)
    draw_reading(graph, &s->readings.at[i]);
  for (size_t i = 0; i < s->lasts.n; i++)
    draw_last(graph, &s->lasts.at[i]);
}

static void
graph_free(struct graph *graph)
{
  for (size_t i = 0; i < graph->n; i++)
    vec_free(&graph->out[i]);
  vec_free(&graph->missing);
  free(graph->out);
  free(graph->there);
  free(graph->edge);
  free(graph->in);
}

/* ---- sorting ---- */

/* The next node that nothing comes before, of the chains of the thread at hand if possible; NO_NODE:
 * none. The last chain comes first, so late stores reach memory as soon as they can. */
static uint32_t
next_node(const struct graph *graph, const uint32_t *next, const uint32_t *in, thread_id *at)
{
  const struct staircase *s = graph->e->staircase;
  size_t threads = graph->e->prog->threads.n, chains = s->first_node.n - 1;
  uint32_t found = NO_NODE;
  size_t least = threads;
  for (size_t chain = 0; chain < chains; chain++) {
    uint32_t a = next[chain];
    if (a == s->first_node.at[chain + 1] || !graph->there[a] || in[a])
      continue;
    size_t distance = (s->nodes.at[a].thread + threads - *at) % threads;
    if (distance < least || (distance == least && s->nodes.at[a].commit != NO_COMMIT)) {
      least = distance;
      found = a;
    }
  }
  if (found != NO_NODE)
    *at = s->nodes.at[found].thread;
  return found;
}

/* Puts into `sorted` what is on no cycle and behind none. True if that is all. */
static bool
sort(struct staircase *s, const struct graph *graph)
{
  size_t there = 0;
  uint32_t *in = mem_alloc((graph->n + 1) * sizeof *in);
  uint32_t *next = mem_alloc(s->first_node.n * sizeof *next);
  thread_id at = 0;
  memcpy(in, graph->in, graph->n * sizeof *in);
  memcpy(next, s->first_node.at, s->first_node.n * sizeof *next);
  s->sorted.n = 0;
  for (uint32_t a; (a = next_node(graph, next, in, &at)) != NO_NODE;) {
    vec_push(&s->sorted, a);
    next[s->nodes.at[a].chain]++;
    for (size_t i = 0; i < graph->out[a].n; i++)
      in[graph->out[a].at[i]]--;
  }
  for (size_t a = 0; a < graph->n; a++)
    there += graph->there[a];
  free(in);
  free(next);
  return s->sorted.n == there;
}

/* ---- cycles ---- */

/* The way back to where the search began, first node first. */
static void
trace_back(const uint32_t *back, uint32_t from, uint32_t to, node_list *cycle)
{
  cycle->n = 0;
  for (uint32_t a = to; a != from; a = back[a])
    vec_push(cycle, a);
  vec_push(cycle, from);
  for (size_t i = 0; i < cycle->n / 2; i++) {
    uint32_t *one = &cycle->at[i], *two = &cycle->at[cycle->n - 1 - i], node = *one;
    *one = *two;
    *two = node;
  }
}

/* A shortest cycle through `from`, by breadth-first search; false if there is none. */
static bool
find_cycle(const struct graph *graph, uint32_t from, const bool *done, node_list *cycle)
{
  uint32_t *back = mem_alloc((graph->n + 1) * sizeof *back);
  node_list queue = {0};
  bool found = false;
  memset(back, 0xff, graph->n * sizeof *back);
  vec_push(&queue, from);
  for (size_t i = 0; i < queue.n && !found; i++) {
    uint32_t a = queue.at[i];
    for (size_t k = 0; k < graph->out[a].n && !found; k++) {
      uint32_t b = graph->out[a].at[k];
      if (b == from) {
        found = true;
        trace_back(back, from, a, cycle);
      } else if (back[b] == NO_NODE && !done[b]) {
        back[b] = a;
        vec_push(&queue, b);
      }
    }
  }
  vec_free(&queue);
  free(back);
  return found;
}

static lit
absent(const struct encoding *e, uint32_t node)
{
  const struct node *at = &e->staircase->nodes.at[node];
  return -e->passed.at[staircase_label(e, at->thread, at->label)];
}

static bool
is_constant(lit a)
{
  return a == GATE_TRUE || a == GATE_FALSE;
}

/* a before b before c: a before c. */
static struct instance
make_instance(const struct encoding *e, uint32_t a, uint32_t b, uint32_t c)
{
  lit first = staircase_before(e, a, b), second = staircase_before(e, b, c);
  lit direct = staircase_before(e, a, c);
  bool known = is_constant(first) || is_constant(second) || is_constant(direct);
  known = known && !MUTANT(KNOWN_THOUGH_ABSENT);
  return (struct instance){{-first, -second, direct, known ? absent(e, a) : GATE_FALSE,
                            known ? absent(e, b) : GATE_FALSE, known ? absent(e, c) : GATE_FALSE},
                           {.scheme = SCHEME_TRANSITIVE, .of = {a, b, c}}};
}

/* Shortens the cycle until it shows an instance that is violated. */
static void
find_instance(struct graph *graph, node_list *cycle, instance_list *instances)
{
  uint32_t a = cycle->at[0];
  for (size_t i = 1;; i++) { /* a is before node i, and that before the next */
    INVARIANT(i + 1 < cycle->n);
    if (holds(graph, staircase_before(graph->e, a, cycle->at[i + 1])))
      continue; /* without node i */
    vec_push(instances, make_instance(graph->e, a, cycle->at[i], cycle->at[i + 1]));
    return;
  }
}

static void
find_instances(struct graph *graph, const struct staircase *s, instance_list *instances)
{
  bool *done = mem_alloc(graph->n + 1);
  node_list cycle = {0};
  for (size_t i = 0; i < s->sorted.n; i++)
    done[s->sorted.at[i]] = true;
  for (uint32_t a = 0; a < graph->n && instances->n < MOST_CYCLES; a++)
    if (graph->there[a] && !done[a] && find_cycle(graph, a, done, &cycle))
      find_instance(graph, &cycle, instances);
  INVARIANT(instances->n);
  vec_free(&cycle);
  free(done);
}

static int
compare(const void *a, const void *b)
{
  const struct instance *one = a, *two = b;
  return memcmp(one->literals, two->literals, sizeof one->literals);
}

static void
add_clause(struct encoding *e, const lit *literals, size_t n, const struct added *why)
{
  gate_clause(&e->gates, literals, n);
  if (!MUTANT(ADDED_UNTOLD))
    vec_push(&e->staircase->added, *why);
}

/* Each once. */
static size_t
write_instances(struct encoding *e, instance_list *list)
{
  size_t n = 0;
  if (list->n)
    qsort(list->at, list->n, sizeof *list->at, compare);
  for (size_t i = 0; i < list->n; i++)
    if (!i || compare(&list->at[i], &list->at[i - 1])) {
      add_clause(e, list->at[i].literals, 6, &list->at[i].why);
      n++;
    }
  return n;
}

static size_t
write_missing(struct encoding *e, const clause_list *list)
{
  for (size_t i = 0; i < list->n; i++)
    add_clause(e, list->at[i].clause.literals, 4, &list->at[i].why);
  return list->n;
}

size_t
encoding_refine(struct encoding *e, struct sat *sat, struct sink *sink)
{
  struct graph graph;
  struct sink *usual = e->gates.sink;
  instance_list instances = {0};
  if (!e->staircase)
    return 0;
  draw(&graph, e, sat);
  bool sorted = sort(e->staircase, &graph);
  if (!sorted && !graph.missing.n && !MUTANT(ORDER_NOT_TRANSITIVE))
    find_instances(&graph, e->staircase, &instances);
  e->gates.sink = sink;
  size_t added = write_missing(e, &graph.missing) + write_instances(e, &instances);
  e->gates.sink = usual;
  vec_free(&instances);
  graph_free(&graph);
  return added;
}

/* ---- the schedule ---- */

/* The label, the STOPs that go with it, and the STARTs of threads that it creates. */
static void
run_label(const struct encoding *e, struct sat *sat, thread_id t, uint32_t l,
          struct schedule *schedule)
{
  uint32_t first = staircase_label(e, t, 0), n = l;
  while (n < labels_count(e->labels, t) && (n == l || !staircase_is_step(e, t, n)) &&
         encoding_holds(sat, e->passed.at[first + n]))
    n++;
  if (n == l)
    return;
  if (schedule->contexts.n && vec_last(&schedule->contexts).thread == t)
    vec_last(&schedule->contexts).labels = n;
  else
    vec_push(&schedule->contexts, ((struct context){t, n}));
  event_id end = labels_get(e->labels, t, n - 1)->end;
  for (event_id i = labels_get(e->labels, t, l)->first; i < end; i++)
    if (e->prog->events.at[i].kind == EVENT_CREATE)
      run_label(e, sat, e->prog->events.at[i].child, 0, schedule);
}

static uint32_t
count_labels(const struct schedule *schedule, thread_id t)
{
  for (size_t i = schedule->contexts.n; i-- > 0;)
    if (schedule->contexts.at[i].thread == t)
      return schedule->contexts.at[i].labels;
  return 0;
}

/* Has the thread passed the label in the last context? */
static bool
is_last_context(const struct schedule *schedule, thread_id t, uint32_t label)
{
  size_t n = schedule->contexts.n;
  for (size_t i = 0; i + 1 < n; i++)
    if (schedule->contexts.at[i].thread == t && schedule->contexts.at[i].labels > label)
      return false;
  return n && schedule->contexts.at[n - 1].thread == t;
}

/* Is it in the buffer when the run ends in a race? */
static bool
is_undone(const struct encoding *e, struct sat *sat, const struct commit *commit)
{
  int race = e->questions[QUESTION_RACE];
  return race && encoding_holds(sat, race) && !encoding_holds(sat, commit->done);
}

/* The store reaches memory in the last context if that is one of its thread, else in a new one,
 * which passes no label. There is nothing to say if it has come into the buffer there: within a
 * context nobody else looks. */
static void
run_commit(const struct encoding *e, struct sat *sat, const struct commit *commit,
           struct schedule *schedule)
{
  struct late late = {commit->store, CONTEXT_NEVER};
  thread_id t = commit->thread;
  bool undone = is_undone(e, sat, commit);
  uint32_t labels = count_labels(schedule, t);
  if (!encoding_holds(sat, commit->guard) || encoding_holds(sat, commit->prompt) ||
      (is_last_context(schedule, t, commit->label) && !undone))
    return;
  if (!undone && vec_last(&schedule->contexts).thread != t)
    vec_push(&schedule->contexts, ((struct context){t, labels}));
  if (!undone)
    late.context = (uint32_t)schedule->contexts.n - 1;
  vec_push(&schedule->late, late);
}

void
refine_read(const struct encoding *e, struct sat *sat, struct schedule *schedule)
{
  const struct staircase *s = e->staircase;
  run_label(e, sat, 0, 0, schedule);
  for (size_t i = 0; i < s->sorted.n; i++) {
    const struct node *node = &s->nodes.at[s->sorted.at[i]];
    if (node->commit == NO_COMMIT)
      run_label(e, sat, node->thread, node->label, schedule);
    else
      run_commit(e, sat, &s->commits.at[node->commit], schedule);
  }
  schedule_sort(schedule);
}
