#include "engine/search.h"

#include <assert.h>

#include "base/clock.h"
#include "base/invariant.h"
#include "engine/told.h"
#include "ir/text.h"

void
search_phase(struct search *search, const char *phase)
{
  search->result->phase = phase;
  if (search->options->status)
    search->options->status->phase = phase;
  if (search->options->stop)
    search->options->stop(search->options->argument); /* shows the new phase */
}

void
search_size(const struct search *search, const struct sat *sat)
{
  search->result->variables = sat->sink.variables;
  search->result->clauses = sat->sink.clauses;
  if (search->options->status) {
    search->options->status->variables = sat->sink.variables;
    search->options->status->clauses = sat->sink.clauses;
  }
}

void
search_refined(const struct search *search, const struct sat *sat)
{
  search_size(search, sat);
  search->result->refinements++;
  if (search->options->status)
    search->options->status->refinements = search->result->refinements;
}

double
search_remaining(const struct search *search)
{
  if (search->options->seconds <= 0)
    return 0;
  double left = search->start + search->options->seconds - clock_now();
  return left > 0.001 ? left : 0.001;
}

size_t
search_bytes(const struct engine_options *options)
{
  static const size_t usual = 2000000000;
  return options->bytes ? options->bytes : usual;
}

bool
search_stopped(struct search *search)
{
  const struct engine_options *options = search->options;
  struct engine_result *result = search->result;
  if (options->stop && options->stop(options->argument)) {
    result->limit = LIMIT_INTERRUPT;
    result->reason = "interrupted";
    return true;
  }
  if (options->seconds > 0 && clock_now() - search->start >= options->seconds) {
    result->limit = LIMIT_TIME;
    result->reason = "time limit reached";
    return true;
  }
  return false;
}

/* No bug is reported that the interpreter has not seen, and none of another part. */
static enum verdict
confirm(struct search *search)
{
  struct engine_result *result = search->result;
  const struct engine_options *options = search->options;
  double start = clock_now();
  INVARIANT(!result->run.steps.n);
  if (!part_contains(options->part, search->labels, options->rounds, &result->schedule)) {
    result->reason = "the schedule found is none of those that were to be looked at";
    return VERDICT_INTERNAL;
  }
  interp_run(&result->run, search->prog, search->labels, &result->schedule);
  assert(run_is_in_ranges(&result->run, search->prog));
  result->check_seconds = clock_now() - start;
  if (result->run.end == RUN_VIOLATION || result->run.end == RUN_DEADLOCK ||
      result->run.end == RUN_RACE)
    return VERDICT_BUG;
  result->reason = result->run.end == RUN_DONE
                     ? "the schedule found does not violate anything when it is executed"
                     : "the schedule found cannot be executed";
  return VERDICT_INTERNAL;
}

void
search_loops(struct search *search)
{
  struct engine_result *result = search->result;
  const struct prog *prog = search->prog;
  result->cut = UINT32_MAX;
  for (event_id e = 0; e < prog->events.n && result->cut == UINT32_MAX; e++)
    if (prog->events.at[e].kind == EVENT_CUT && result->hit.at[prog->events.at[e].loop])
      result->cut = e;
  result->loops_known = true;
  result->loops_complete = result->cut == UINT32_MAX;
}

void
search_conclude(struct search *search, enum search_answer answer)
{
  const struct engine_options *options = search->options;
  struct engine_result *result = search->result;
  result->whole = options->rounds ? NULL : engine_get(options->kind);
  switch (answer) {
  case SEARCH_FOUND:
    result->verdict = confirm(search);
    break;
  case SEARCH_NOTHING:
    result->rounds_complete =
      part_is_whole(options->part) &&
      (!options->rounds || engine_rounds_complete(search->prog, search->labels, options->rounds));
    result->verdict =
      result->rounds_complete && result->loops_complete ? VERDICT_SAFE : VERDICT_BOUNDED;
    break;
  case SEARCH_STOPPED:
    INVARIANT(result->limit != LIMIT_NONE && result->reason);
    result->verdict = VERDICT_UNKNOWN;
    break;
  case SEARCH_WRONG:
    INVARIANT(result->reason);
    result->verdict = VERDICT_INTERNAL;
    break;
  }
}

/* What the answer depends on; not the seed, nor how many work on it. */
void
search_key(const struct search *search, const char *more, char key[SHA256_HEX])
{
  const struct engine_options *options = search->options;
  const struct part *part = options->part;
  struct sha256 sha;
  struct str text = {0};
  prog_print(&text, search->prog, NULL);
  str_printf(&text, "%u %u %d %u %d %d %d %d", search->prog->asks, search->prog->memory,
             search->prog->no_merge, options->rounds, options->no_slice, options->no_narrow,
             options->no_grow, options->no_guess);
  for (size_t i = 0; part && i < part->closed.n; i++)
    str_add(&text, part->closed.at[i] ? "c" : "o");
  for (size_t i = 0; part && i < part->idle.n; i++)
    str_add(&text, part->idle.at[i] ? "i" : "r");
  for (size_t i = 0; part && i < part->ends.n; i++)
    str_printf(&text, "%u.%u.%u.%d ", (unsigned)part->ends.at[i].thread, part->ends.at[i].round,
               (unsigned)part->ends.at[i].label, part->ends.at[i].passed);
  if (part && part->counts)
    str_printf(&text, "switches %u", part->switches);
  if (engine_get(options->kind)->one_order) /* its parts are others */
    str_add(&text, "order");
  str_add(&text, more);
  sha256_begin(&sha);
  sha256_add(&sha, str_text(&text), text.n);
  sha256_end(&sha, key);
  str_free(&text);
}

/* Workers that are told the problem as text number its values in the order of the text. Their
 * clauses are ours if we do the same; events, labels and inputs have the same numbers anyway. */
static enum search_answer
search_as_told(const struct engine *engine, const struct search *search)
{
  struct str text = {0};
  struct search same = *search;
  told_print(&text, search);
  struct told *told = told_parse(str_text(&text));
  INVARIANT(told && told->labels.all.n == search->labels->all.n);
  same.prog = told->prog;
  same.labels = &told->labels;
  enum search_answer answer = engine->search(&same);
  told_free(told);
  str_free(&text);
  return answer;
}

void
engine_check(struct engine_result *result, const struct prog *prog, const struct labels *labels,
             const struct engine_options *options)
{
  const struct engine *engine = engine_get(options->kind);
  *result = (struct engine_result){.cut = UINT32_MAX};
  if (options->status)
    options->status->labels = (uint32_t)labels->all.n;
  struct search search = {prog, labels, options, result, clock_now()};
  INVARIANT(!options->certify || engine->abilities & ENGINE_CERTIFIES);
  INVARIANT(!options->jobs || engine->abilities & ENGINE_DIVIDES);
  INVARIANT(engine->memory >> prog->memory & 1);
  INVARIANT(options->rounds || !engine_needs_rounds(engine, prog->memory));
  INVARIANT(!options->command == !engine->has_command);
  INVARIANT(labels->of_event.n == prog->events.n);
  bool told = options->jobs && options->transport && !options->transport->copies;
  enum search_answer answer = told ? search_as_told(engine, &search) : engine->search(&search);
  INVARIANT(result->limit != LIMIT_INTERRUPT || engine->abilities & ENGINE_INTERRUPTS);
  search_conclude(&search, answer);
}

void
engine_confirm(struct engine_result *result, const struct prog *prog, const struct labels *labels,
               const struct engine_options *options, struct schedule schedule)
{
  struct engine_options all = *options;
  all.rounds = 0;
  struct search search = {prog, labels, &all, result, clock_now()};
  *result = (struct engine_result){.cut = UINT32_MAX, .schedule = schedule};
  search_conclude(&search, SEARCH_FOUND);
}

void
engine_result_free(struct engine_result *result)
{
  schedule_free(&result->schedule);
  run_free(&result->run);
  vec_free(&result->hit);
  str_free(&result->uncertified);
  str_free(&result->trouble);
}
