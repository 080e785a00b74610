/* The worker says one line for each engine that has come to an answer, and stops after the first:
 *
 *   bug ENGINE SCHEDULE
 *   none ENGINE STATES CLAUSES HITS     a digit for each loop: some run reaches its bound
 *
 * and nothing if none has. A bug that it tells is executed by the process that it tells it to, so
 * what a worker says is checked as any solver's word is; "none" is our own word as in one process. */
#define _XOPEN_SOURCE 700
#include "engine/prove.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "analysis/ends.h"
#include "base/clock.h"
#include "base/invariant.h"
#include "engine/search.h"
#include "swarm/pool.h"

/* How much it gives way to others where they compete for a processor: a little at first, since most
 * programs that can be proved need little time, and as much as possible after that many seconds of its
 * own. */
enum { NICE_AT_FIRST = 5, NICE_LATER = 14 };
#define LATER_SECONDS 2
/* What an engine may cost before another one has its turn: about a second. */
enum { FIRST_STATES = 1000000, FIRST_CONFLICTS = 20000 };
/* For bugs at the ends of loops. */
enum { ENDS_ROUNDS = 4 };
#define ENDS_SECONDS 2

struct prover {
  struct engine_options options;
  struct pool *pool;
  unsigned worker; /* 0 = it has ended */
  struct str answer;
};

/* ---- in the worker ---- */

struct program {
  const struct prog *prog;
  const struct labels *labels;
  const struct engine_options *options;
  bool insists;
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
say_result(struct pool_line *line, const struct engine *engine, const struct engine_result *result)
{
  struct str text = {0};
  if (result->verdict == VERDICT_BUG) {
    str_printf(&text, "bug %s ", engine->name);
    schedule_print(&text, &result->schedule);
  } else {
    str_printf(&text, "none %s %" PRIu64 " %" PRIu64 " ", engine->name, result->states,
               result->clauses);
    for (size_t i = 0; i < result->hit.n; i++)
      str_add(&text, result->hit.at[i] ? "1" : "0");
  }
  pool_say(line, str_text(&text));
  str_free(&text);
}

/* Has it looked at every schedule? */
static bool
is_whole(const struct engine_options *options, const struct engine_result *result)
{
  return !options->rounds && result->verdict != VERDICT_UNKNOWN &&
         result->verdict != VERDICT_INTERNAL && result->loops_known;
}

/* True if that is an answer. `over`: more effort would not help. */
static bool
try_engine(const struct program *program, struct engine_options options, struct pool_line *line,
           bool *over)
{
  struct engine_result result;
  struct patience patience = {.line = line, .nice = program->insists};
  options.stop = is_called;
  options.argument = &patience;
  engine_check(&result, program->prog, program->labels, &options);
  bool answered = result.verdict == VERDICT_BUG || is_whole(&options, &result);
  if (answered)
    say_result(line, engine_get(options.kind), &result);
  *over = result.states <= options.states && result.conflicts < options.conflicts;
  engine_result_free(&result);
  return answered;
}

/* Is there a bug if threads are interrupted at the ends of long loops only? There are few states then,
 * and no clauses that count iterations. */
static bool
try_ends(const struct program *program, struct pool_line *line)
{
  struct engine_options options = *program->options;
  struct part ends;
  if (!ends_find(&ends, program->prog, program->labels))
    return false;
  options.kind = ENGINE_EXPLICIT;
  options.rounds = ENDS_ROUNDS;
  options.seconds = ENDS_SECONDS;
  options.part = &ends;
  bool over, answered = try_engine(program, options, line, &over);
  part_free(&ends);
  return answered;
}

static bool
can_prove(const struct prog *prog, enum engine_kind kind)
{
  return !engine_needs_rounds(engine_get(kind), prog->memory);
}

/* An engine that cannot do it must not keep another one from doing it. So each may cost so much, and
 * then four times as much, until it has an answer or gives up for another reason. Effort is counted in
 * states and conflicts, so that it does not depend on the machine. */
static bool
try_engines(const struct program *program, uint64_t effort, bool *over, struct pool_line *line)
{
  bool answered = false;
  for (enum engine_kind kind = 0; kind < ENGINES && !answered && !pool_called(line); kind++) {
    struct engine_options options = *program->options;
    options.kind = kind;
    options.states = FIRST_STATES * effort;
    options.conflicts = FIRST_CONFLICTS * effort;
    if (!over[kind])
      answered = try_engine(program, options, line, &over[kind]);
  }
  return answered;
}

static void
run(void *argument, const char *job, struct pool_line *line)
{
  const struct program *program = argument;
  bool over[ENGINES], left = true;
  (void)job;
  (void)!nice(NICE_AT_FIRST);
  for (enum engine_kind kind = 0; kind < ENGINES; kind++)
    over[kind] = !can_prove(program->prog, kind);
  bool answered = !program->insists && try_ends(program, line);
  for (uint64_t effort = program->insists ? 4 : 1; left && !answered && !pool_called(line);
       effort *= 4) {
    answered = try_engines(program, effort, over, line);
    left = false;
    for (enum engine_kind kind = 0; kind < ENGINES; kind++)
      left |= !over[kind];
  }
}

static const struct work work_prove = {.name = "prove", .run = run};

/* ---- in the process that asks ---- */

struct prover *
prover_start(const struct prog *prog, const struct labels *labels,
             const struct engine_options *options, bool insists)
{
  bool able = false;
  for (enum engine_kind kind = 0; kind < ENGINES; kind++)
    able |= can_prove(prog, kind);
  if (!able)
    return NULL;
  struct prover *prover = mem_alloc(sizeof *prover);
  *prover = (struct prover){.options = *options};
  prover->options.rounds = prover->options.jobs = 0;
  prover->options.journal = NULL;
  prover->options.status = NULL;
  prover->options.seconds = 0;
  prover->pool = pool_new(NULL);
  struct program program = {prog, labels, &prover->options, insists};
  prover->worker = pool_start(prover->pool, &work_prove, &program, "",
                              &(struct pool_limits){.bytes = options->bytes});
  return prover;
}

void
prover_stop(struct prover *prover)
{
  if (!prover)
    return;
  pool_free(prover->pool);
  str_free(&prover->answer);
  vec_drop(prover);
}

static void
listen(struct prover *prover, double seconds)
{
  struct pool_event event;
  pool_wait(prover->pool, seconds, &event);
  switch (event.kind) {
  case POOL_MESSAGE:
    str_add(&prover->answer, event.text);
    break;
  case POOL_ENDED:
  case POOL_DIED:
  case POOL_OVERDUE:
    prover->worker = 0;
    break;
  case POOL_NOTHING:
  case POOL_DIVIDED:
    break;
  }
}

bool
prover_has_answer(struct prover *prover)
{
  if (prover_is_working(prover))
    listen(prover, 0);
  return prover && prover->answer.n;
}

bool
prover_is_working(const struct prover *prover)
{
  return prover && prover->worker && !prover->answer.n;
}

bool
prover_found_bug(const struct prover *prover)
{
  return prover && !strncmp(str_text(&prover->answer), "bug ", 4);
}

/* Of "bug ENGINE SCHEDULE". */
static void
read_schedule(const struct prover *prover, struct schedule *schedule)
{
  int n = 0;
  const char *text = str_text(&prover->answer);
  INVARIANT(prover_found_bug(prover));
  (void)!sscanf(text, "%*s %*s %n", &n);
  bool good = n && schedule_parse(schedule, text + n);
  INVARIANT(good);
}

unsigned
prover_rounds(const struct prover *prover)
{
  struct schedule schedule = {0};
  read_schedule(prover, &schedule);
  unsigned rounds = schedule_rounds(&schedule);
  schedule_free(&schedule);
  return rounds;
}

void
prover_wait(struct prover *prover, double seconds)
{
  double end = clock_now() + seconds;
  const struct engine_options *options = prover ? &prover->options : NULL;
  while (prover_is_working(prover) && clock_now() < end &&
         !(options->stop && options->stop(options->argument)))
    listen(prover, 0.01);
}

/* ---- the answer ---- */

static void
take_none(struct search *search, const char *rest)
{
  struct engine_result *result = search->result;
  char *at;
  result->states = strtoull(rest, &at, 10);
  result->clauses = strtoull(at, &at, 10);
  at += *at == ' ';
  vec_resize(&result->hit, search->prog->loops.n);
  INVARIANT(strlen(at) == result->hit.n);
  for (size_t i = 0; at[i]; i++)
    result->hit.at[i] = at[i] == '1';
  search_loops(search);
}

void
prover_take(struct prover *prover, const struct prog *prog, const struct labels *labels,
            struct engine_result *result)
{
  char name[32];
  int n = 0;
  const char *text = str_text(&prover->answer);
  bool bug = prover_found_bug(prover);
  int read = sscanf(text, "%*s %31s %n", name, &n);
  INVARIANT(read == 1);
  const struct engine *engine = engine_find(name);
  INVARIANT(engine);
  prover->options.kind = engine_kind(engine);
  struct search search = {prog, labels, &prover->options, result, clock_now()};
  schedule_free(&result->schedule);
  result->schedule = (struct schedule){0};
  result->limit = LIMIT_NONE;
  if (bug)
    read_schedule(prover, &result->schedule);
  else
    take_none(&search, text + n);
  search_conclude(&search, bug ? SEARCH_FOUND : SEARCH_NOTHING);
}
