/* The slice of one run.
 *
 * From the end of the run backwards: an event that matters depends on the loads that its guard, its
 * address and its value are computed from; a load on every store of the run to one of its bytes, also
 * to those that come too late or are overwritten, since the order of these is what bugs are made of;
 * and whatever a thread does depends on what it waited for or took for granted before.
 *
 * So what is left out has no influence on whether and how the run ends: neither what was read there,
 * nor what was written. It is the same question as that of analysis/slice.c, asked about one run
 * instead of all. */
#include "trace/depends.h"

#include "base/mutant.h"
#include "trace/items.h"

/* A store to a byte, and 1 + the next one. */
struct link {
  uint32_t step, next;
};

struct finder {
  const struct trace_input *trace;
  const struct prog *prog;
  const struct run *run;
  struct depends *depends;
  struct map step_of; /* event -> 1 + its step */
  struct map writers; /* address -> 1 + index into links */
  VEC(struct link) links;
  VEC(bool) thread;  /* something of it matters */
  VEC(event_id) end; /* of each thread: behind its last step */
  VEC(event_id) work;
  VEC(value_id) values;
};

static bool
is_store(const struct finder *finder, const struct step *step)
{
  return finder->prog->events.at[step->event].kind == EVENT_STORE && step->kind != STEP_SEEN;
}

static void
index_run(struct finder *finder)
{
  for (uint32_t i = 0; i < finder->run->steps.n; i++) {
    const struct step *step = &finder->run->steps.at[i];
    event_id *end = &finder->end.at[prog_thread_of(finder->prog, step->event)];
    if (*end <= step->event)
      *end = step->event + 1;
    if (step->kind != STEP_SEEN)
      *map_at(&finder->step_of, step->event) = i + 1;
    if (!is_store(finder, step))
      continue;
    for (uint32_t k = 0; k < finder->prog->events.at[step->event].bytes; k++) {
      uint32_t *head = map_at(&finder->writers, step->addr + k);
      vec_push(&finder->links, ((struct link){i, *head}));
      *head = (uint32_t)finder->links.n;
    }
  }
}

static void
need_event(struct finder *finder, event_id event)
{
  if (finder->depends->event.at[event])
    return;
  finder->depends->event.at[event] = true;
  vec_push(&finder->work, event);
}

static void
need_value(struct finder *finder, value_id root)
{
  vec_push(&finder->values, root);
  while (finder->values.n) {
    value_id id = finder->values.at[--finder->values.n];
    const struct value *value = &finder->prog->values.at[id];
    if (finder->depends->value.at[id])
      continue;
    finder->depends->value.at[id] = true;
    if (value->op == OP_LOADED && map_find(&finder->step_of, value->imm))
      need_event(finder, (event_id)value->imm);
    if (value->op > OP_LOADED)
      for (unsigned i = 0; i < value_arity(value->op); i++)
        vec_push(&finder->values, value->arg[i]);
  }
}

/* Every store of the run to what the step loads. */
static void
need_stores(struct finder *finder, const struct step *load)
{
  for (uint32_t k = 0; k < finder->prog->events.at[load->event].bytes; k++) {
    const uint32_t *head = map_find(&finder->writers, load->addr + k);
    for (uint32_t at = head ? *head : 0; at; at = finder->links.at[at - 1].next)
      need_event(finder, finder->run->steps.at[finder->links.at[at - 1].step].event);
  }
}

/* What could have stopped the thread before it came to the end of what it does in the run, and did
 * not: waits, what it takes for granted, the ends of loops that run no longer. */
static void
need_waits(struct finder *finder, thread_id thread)
{
  const struct prog *prog = finder->prog;
  if (finder->thread.at[thread])
    return;
  finder->thread.at[thread] = true;
  for (event_id e = prog->threads.at[thread].first; e < finder->end.at[thread]; e++) {
    const struct event *event = &prog->events.at[e];
    bool happened = map_find(&finder->step_of, e) != NULL;
    if (event->kind != EVENT_BLOCK && event->kind != EVENT_ASSUME && event->kind != EVENT_JOIN &&
        event->kind != EVENT_CUT)
      continue;
    if (!happened && MUTANT(TRACE_STOPS_UNSEEN))
      continue;
    need_value(finder, event->guard);
    if (happened)
      need_event(finder, e);
  }
  if (thread)
    need_waits(finder, prog->threads.at[thread].parent);
}

static void
follow(struct finder *finder, event_id id)
{
  const struct event *event = &finder->prog->events.at[id];
  const uint32_t *step = map_find(&finder->step_of, id);
  need_waits(finder, prog_thread_of(finder->prog, id));
  need_value(finder, event->guard);
  if (event->kind == EVENT_LOAD || event->kind == EVENT_STORE)
    need_value(finder, event->addr);
  if (event->kind != EVENT_LOAD)
    need_value(finder, event->value);
  else if (step)
    need_stores(finder, &finder->run->steps.at[*step - 1]);
}

static void
need_end(struct finder *finder)
{
  const struct run *run = finder->run;
  if (run->end == RUN_VIOLATION) {
    need_event(finder, run->at);
    need_value(finder, finder->prog->events.at[run->at].addr);
  }
  for (size_t i = 0; run->end == RUN_DEADLOCK && i < run->waiting.n; i++)
    need_event(finder, run->waiting.at[i].event);
  if (bug_is_race(finder->trace)) {
    struct touch touch[2];
    race_find(touch, finder->trace);
    for (int i = 0; i < 2; i++)
      need_event(finder, touch[i].event);
  }
}

void
depends_find(struct depends *depends, const struct trace_input *trace)
{
  struct finder finder = {
    .trace = trace, .prog = trace->prog, .run = trace->run, .depends = depends};
  vec_resize(&depends->event, trace->prog->events.n);
  vec_resize(&depends->value, trace->prog->values.n);
  vec_resize(&finder.thread, trace->prog->threads.n);
  vec_resize(&finder.end, trace->prog->threads.n);
  index_run(&finder);
  need_end(&finder);
  while (finder.work.n) {
    event_id event = finder.work.at[--finder.work.n];
    follow(&finder, event);
  }
  map_free(&finder.step_of);
  map_free(&finder.writers);
  vec_free(&finder.links);
  vec_free(&finder.thread);
  vec_free(&finder.end);
  vec_free(&finder.work);
  vec_free(&finder.values);
}

void
depends_free(struct depends *depends)
{
  vec_free(&depends->event);
  vec_free(&depends->value);
}

void
trace_find_steps(step_set *steps, const struct trace_input *trace)
{
  struct depends depends = {0};
  depends_find(&depends, trace);
  for (size_t i = 0; i < trace->run->steps.n; i++)
    vec_push(steps, depends.event.at[trace->run->steps.at[i].event]);
  depends_free(&depends);
}
