/* Stores that others see late: which of them a trace has to tell in two parts.
 *
 * A store waits from one step to another. If no other thread does anything in between, nobody can
 * tell the difference, and to wait is not worth a word. */
#include <inttypes.h>
#include <string.h>

#include "memmodel/memmodel.h"
#include "trace/items.h"
#include "trace/view.h"

static bool
has_late(const struct run *run)
{
  for (size_t i = 0; i < run->steps.n; i++)
    if (run->steps.at[i].kind != STEP_WHOLE)
      return true;
  return false;
}

/* Of each step, how often another thread had come before it; one more number for the end. */
typedef VEC(uint32_t) turn_list;

static void
count_turns(turn_list *turns, const struct trace_input *trace)
{
  const struct prog *prog = trace->prog;
  uint32_t turn = 0;
  thread_id last = 0;
  for (size_t i = 0; i < trace->run->steps.n; i++) {
    event_id event = trace->run->steps.at[i].event;
    thread_id thread = prog_thread_of(prog, event);
    if (!event_is_silent(prog->events.at[event].kind) && thread != last) {
      last = thread;
      turn++;
    }
    vec_push(turns, turn);
  }
  vec_push(turns, turn);
}

static void
find_waiting(timing_list *timings, const struct trace_input *trace, const turn_list *turns)
{
  const struct run *run = trace->run;
  struct map waiting = {0}; /* event of a store -> 1 + its step */
  for (uint32_t i = 0; i < run->steps.n; i++) {
    const struct step *step = &run->steps.at[i];
    if (step->kind == STEP_BUFFERED) {
      *map_at(&waiting, step->event) = i + 1;
      if (turns->at[i] != turns->at[run->steps.n]) /* unless it is seen before */
        timings->at[i] = TIMING_WAITS;
    }
    if (step->kind != STEP_SEEN)
      continue;
    timings->at[i] = TIMING_UNNOTICED;
    const uint32_t *since = map_find(&waiting, step->event);
    if (since && turns->at[*since - 1] != turns->at[i])
      timings->at[i] = TIMING_SEEN;
    else if (since)
      timings->at[*since - 1] = TIMING_PLAIN;
  }
  map_free(&waiting);
}

static bool
overlap(const struct prog *prog, const struct step *a, const struct step *b)
{
  return a->addr < b->addr + prog->events.at[b->event].bytes &&
         b->addr < a->addr + prog->events.at[a->event].bytes;
}

/* Loads that find what their own thread has stored and nobody else sees yet. */
static void
find_forwarded(timing_list *timings, const struct trace_input *trace)
{
  const struct prog *prog = trace->prog;
  const struct run *run = trace->run;
  VEC(uint32_t) waiting = {0};
  for (uint32_t i = 0; i < run->steps.n; i++) {
    const struct step *step = &run->steps.at[i];
    size_t n = 0;
    if (timings->at[i] == TIMING_WAITS)
      vec_push(&waiting, i);
    for (size_t k = 0; k < waiting.n; k++) {
      const struct step *store = &run->steps.at[waiting.at[k]];
      if (prog->events.at[step->event].kind == EVENT_LOAD && overlap(prog, step, store) &&
          prog_thread_of(prog, step->event) == prog_thread_of(prog, store->event))
        timings->at[i] = TIMING_FORWARDED;
      if (step->kind != STEP_SEEN || step->event != store->event)
        waiting.at[n++] = waiting.at[k];
    }
    waiting.n = n;
  }
  vec_free(&waiting);
}

void
timings_find(timing_list *timings, const struct trace_input *trace)
{
  vec_resize(timings, trace->run->steps.n);
  if (!has_late(trace->run))
    return;
  turn_list turns = {0};
  count_turns(&turns, trace);
  find_waiting(timings, trace, &turns);
  find_forwarded(timings, trace);
  vec_free(&turns);
}

/* ---- words --------------------------------------------------------------- */

void
fence_words(struct str *out, const struct prog *prog, const struct item *item)
{
  const struct memmodel *model = memmodel_of(prog);
  const struct event *event = &prog->events.at[item->event];
  if (model->is_barrier(prog, event))
    str_add(out, "fence: its store buffer is empty");
  else if (model->is_border(prog, event))
    str_add(out, "fence: what it stored before is seen before what it stores from now on");
  else
    str_printf(out, "fence, without effect in %s", model->words);
}

bool
trace_is_late(const struct trace_input *trace)
{
  timing_list timings = {0};
  bool late = false;
  timings_find(&timings, trace);
  for (size_t i = 0; i < timings.n && !late; i++)
    late = timings.at[i] == TIMING_WAITS;
  vec_free(&timings);
  return late;
}
