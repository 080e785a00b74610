/* For each thread and each stretch between its unconditional joins we keep a vector: for every
 * other thread, up to which event its past is known to lie behind. A thread starts with its
 * creator's vector at the moment of creation (and the creator's own position); a join adds the
 * joined thread, whole, and what that thread knew at its end. Event e of thread t lies behind
 * event f of thread u iff e is below the entry for t in u's vector at f. */
#include "analysis/order.h"

#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"

struct stretch {
  event_id from;   /* valid for events from here on */
  event_id *known; /* per thread */
};

struct history {
  VEC(struct stretch) stretches;
  bool done, busy;
};

struct order {
  struct history *of;
  event_id *create; /* per thread: its CREATE event, UINT32_MAX = none */
  size_t threads;
};

static const event_id *
known_at(const struct history *history, event_id event)
{
  size_t low = 0, high = history->stretches.n;
  INVARIANT(high > 0 && history->stretches.at[0].from <= event);
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (history->stretches.at[middle].from <= event)
      low = middle;
    else
      high = middle;
  }
  return history->stretches.at[low].known;
}

static void
learn(event_id *known, const event_id *other, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (known[i] < other[i])
      known[i] = other[i];
}

static event_id *
new_vector(const struct order *order)
{
  return mem_alloc(order->threads * sizeof(event_id));
}

/* What thread t knows when it starts. */
static event_id *
at_start(struct order *order, const struct prog *prog, thread_id t)
{
  event_id *known = new_vector(order);
  event_id create = order->create[t];
  if (!t || create == UINT32_MAX)
    return known;
  thread_id parent = prog->threads.at[t].parent;
  INVARIANT(create >= prog->threads.at[parent].first && create < prog->threads.at[parent].end);
  learn(known, known_at(&order->of[parent], create), order->threads);
  known[parent] = create + 1;
  return known;
}

static void find_history(struct order *order, const struct prog *prog, thread_id t);

static void
add_join(struct order *order, const struct prog *prog, thread_id t, event_id at)
{
  thread_id child = prog->events.at[at].child;
  if (order->of[child].busy)
    return; /* threads that join each other: nothing follows */
  find_history(order, prog, child);
  struct history *history = &order->of[t];
  INVARIANT(order->of[child].done && vec_last(&history->stretches).from <= at);
  event_id *known = new_vector(order);
  learn(known, vec_last(&history->stretches).known, order->threads);
  learn(known, vec_last(&order->of[child].stretches).known, order->threads);
  known[child] = prog->threads.at[child].end;
  vec_push(&history->stretches, ((struct stretch){at + 1, known}));
}

static void
find_history(struct order *order, const struct prog *prog, thread_id t)
{
  struct history *history = &order->of[t];
  if (history->done || history->busy)
    return;
  /* The parent first: a busy history has its first stretch when others look at it. */
  if (t)
    find_history(order, prog, prog->threads.at[t].parent);
  if (history->done)
    return;
  history->busy = true;
  const struct thread *thread = &prog->threads.at[t];
  vec_push(&history->stretches, ((struct stretch){thread->first, at_start(order, prog, t)}));
  for (event_id e = thread->first; e < thread->end; e++) {
    const struct event *event = &prog->events.at[e];
    if (event->kind == EVENT_JOIN && (event->guard == VALUE_TRUE || MUTANT(JOIN_PERHAPS)))
      add_join(order, prog, t, e);
  }
  history->busy = false;
  history->done = true;
}

struct order *
order_find(const struct prog *prog)
{
  struct order *order = mem_alloc(sizeof *order);
  order->threads = prog->threads.n;
  order->of = mem_alloc(order->threads * sizeof *order->of);
  order->create = mem_alloc(order->threads * sizeof *order->create);
  for (size_t t = 0; t < order->threads; t++)
    order->create[t] = UINT32_MAX;
  for (event_id e = 0; e < prog->events.n; e++)
    if (prog->events.at[e].kind == EVENT_CREATE) {
      INVARIANT(order->create[prog->events.at[e].child] == UINT32_MAX);
      order->create[prog->events.at[e].child] = e;
    }
  for (thread_id t = 0; t < order->threads; t++)
    find_history(order, prog, t);
  return order;
}

void
order_free(struct order *order)
{
  for (size_t t = 0; t < order->threads; t++) {
    for (size_t i = 0; i < order->of[t].stretches.n; i++)
      free(order->of[t].stretches.at[i].known);
    vec_free(&order->of[t].stretches);
  }
  free(order->of);
  free(order->create);
  free(order);
}

event_id
order_behind(const struct order *order, thread_id thread, event_id event, thread_id other)
{
  INVARIANT(thread < order->threads && other < order->threads);
  return known_at(&order->of[thread], event)[other];
}

bool
order_concurrent(const struct order *order, thread_id a, event_id event_a, thread_id b,
                 event_id event_b)
{
  if (a == b)
    return false;
  bool a_first = event_a < known_at(&order->of[b], event_b)[a];
  bool b_first = event_b < known_at(&order->of[a], event_a)[b];
  return !a_first && !b_first;
}
