/* The process says one line, and ends:
 *
 *   none STATES CONFIGURED TESTED
 *   bug ROUTE
 *   open STATES REASON */
#define _XOPEN_SOURCE 700
#include "check/states.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/invariant.h"
#include "swarm/pool.h"
#include "vm/vm.h"

enum { NICE_AT_FIRST = 5, NICE_LATER = 14 };
/* Steps of random runs: a first look takes 50 ms or so. They are not counted in seconds, so that all machines find the
 * same. */
enum { LOOK_STEPS = 50000, RANDOM_STEPS = 50000000 };
#define LATER_SECONDS 20

struct states {
  struct pool *pool;
  unsigned worker; /* 0 = it has ended */
  struct str text;
  bool routed;
};

/* ---- in the process ---- */

struct work_context {
  const struct source *source;
  size_t bytes;
  bool only_random;
};

struct patience {
  struct pool_line *line;
  bool nice;
};

static bool
is_called(void *argument)
{
  struct patience *patience = argument;
  if (!patience->nice && (double)clock() / CLOCKS_PER_SEC > LATER_SECONDS) {
    patience->nice = true;
    (void)!nice(NICE_LATER);
  }
  return pool_called(patience->line);
}

static void
say(struct pool_line *line, const struct vm_result *result)
{
  struct str text = {0};
  switch (result->verdict) {
  case VM_RIGHT:
    str_printf(&text, "none %" PRIu64 " %u %d", result->states, result->configured, result->tested);
    break;
  case VM_WRONG:
    str_add(&text, "bug ");
    route_print(&text, &result->route);
    break;
  case VM_OPEN:
    str_printf(&text, "open %" PRIu64 " %s", result->states, str_text(&result->reason));
    break;
  }
  pool_say(line, str_text(&text));
  str_free(&text);
}

static void
run(void *argument, const char *job, struct pool_line *line)
{
  const struct work_context *context = argument;
  struct patience patience = {.line = line};
  struct vm_limits limits = {.bytes = context->bytes,
                             .random = context->only_random ? RANDOM_STEPS : LOOK_STEPS,
                             .only_random = context->only_random,
                             .stop = is_called,
                             .argument = &patience};
  struct vm_result result;
  (void)job;
  (void)!nice(NICE_AT_FIRST);
  load_visit(context->source, &limits, &result);
  say(line, &result);
  vm_result_free(&result);
}

static const struct work work_states = {.name = "states", .run = run};

/* ---- in the process that asks ---- */

struct states *
states_start(const struct source *source, const struct load_options *options, size_t bytes,
             bool only_random)
{
  const struct engine *engine = engine_get(ENGINE_STATES);
  bool can = engine->memory >> options->memory & 1 && !(options->property & ~engine->properties);
  if (!can || !load_has_loops(source))
    return NULL;
  struct states *states = mem_alloc(sizeof *states);
  struct work_context context = {source, bytes, only_random};
  *states = (struct states){.pool = pool_new(NULL)};
  states->worker =
    pool_start(states->pool, &work_states, &context, "", &(struct pool_limits){.bytes = bytes});
  return states;
}

void
states_stop(struct states *states)
{
  if (!states)
    return;
  pool_free(states->pool);
  str_free(&states->text);
  vec_drop(states);
}

static void
listen(struct states *states, double seconds)
{
  struct pool_event event;
  pool_wait(states->pool, seconds, &event);
  switch (event.kind) {
  case POOL_MESSAGE:
    str_add(&states->text, event.text);
    break;
  case POOL_ENDED:
  case POOL_DIED:
  case POOL_OVERDUE:
    states->worker = 0;
    break;
  case POOL_NOTHING:
  case POOL_DIVIDED:
    break;
  }
}

static bool
is_working(const struct states *states)
{
  return states && states->worker && !states->text.n;
}

static bool
says(const struct states *states, const char *word)
{
  return states && !strncmp(str_text(&states->text), word, strlen(word));
}

enum states_answer
states_answer(struct states *states)
{
  if (is_working(states))
    listen(states, 0);
  return says(states, "none ")           ? STATES_NO_BUG
         : says(states, "bug ")          ? STATES_BUG
         : states && !is_working(states) ? STATES_GAVE_UP
                                         : STATES_NONE;
}

void
states_wait(struct states *states, double seconds, bool (*stop)(void *argument), void *argument)
{
  double end = clock_now() + seconds;
  while (is_working(states) && (seconds < 0 || clock_now() < end) && !stop(argument))
    listen(states, 0.01);
}

const char *
states_reason(const struct states *states)
{
  int n = 0;
  const char *text = states ? str_text(&states->text) : "";
  (void)!sscanf(text, "open %*u %n", &n);
  return n ? text + n : states ? "its process has ended" : "it is a .prog, or findings are ignored";
}

bool
states_route(struct states *states, struct route *route)
{
  bool known = !states->routed && says(states, "bug ");
  states->routed = true;
  return known && route_parse(route, str_text(&states->text) + strlen("bug ")) && route->contexts.n;
}

void
states_take(const struct states *states, const struct prog *prog, struct engine_result *result,
            struct states_grounds *grounds)
{
  INVARIANT(says(states, "none "));
  int tested, read = sscanf(str_text(&states->text), "none %" SCNu64 " %u %d", &result->states,
                            &grounds->configured, &tested);
  INVARIANT(read == 3);
  grounds->untested = !tested;
  result->verdict = VERDICT_SAFE;
  result->limit = LIMIT_NONE;
  result->reason = NULL;
  result->whole = engine_get(ENGINE_STATES);
  result->rounds_complete = result->loops_known = result->loops_complete = true;
  result->cut = UINT32_MAX;
  result->hit.n = 0;
  vec_resize(&result->hit, prog->loops.n);
}
