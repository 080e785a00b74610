#include "cli/search.h"

#include <stdio.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/vacuity.h"

struct unfolding {
  struct prog *prog;
  struct labels labels;
  struct unwind_cuts cuts;
};

struct search {
  struct report *report; /* its prog, labels, load and result are those of the last stage done */
  struct deepening *deepening;
  struct status *status;
  struct source *source;
  struct unwind_cuts cuts; /* of report->prog */
  struct plan plan;
  struct load_options load; /* with the bounds of the stage under way */
  struct journal *journal;  /* NULL = none */
};

/* ---- limits ---- */

static bool
time_is_over(const struct report *report, const struct status *status)
{
  double limit = report->options->seconds;
  return limit > 0 && status_seconds(status) >= limit;
}

static bool
is_over(const struct search *search)
{
  return interrupted() || time_is_over(search->report, search->status);
}

/* For the front end, which polls it. No status line before there is something to tell: clang writes
 * its messages to the same terminal. */
static bool
poll_unfolding(void *argument)
{
  const struct search *search = argument;
  if (*search->status->large.effort.loop)
    status_poll(search->status);
  return is_over(search);
}

static void
clear_status(void *argument)
{
  const struct search *search = argument;
  status_clear(search->status);
}

/* Ctrl-C or the time limit while the engine did not have its turn. */
static bool
stopped_early(const struct search *search, struct engine_result *result)
{
  if (!is_over(search))
    return false;
  result->verdict = VERDICT_UNKNOWN;
  result->limit = interrupted() ? LIMIT_INTERRUPT : LIMIT_TIME;
  result->phase = search->status->now.phase;
  result->reason = result->limit == LIMIT_TIME ? "time limit reached" : "interrupted";
  return true;
}

/* ---- the program ---- */

static void
unfolding_free(struct unfolding *unfolding)
{
  if (unfolding->prog)
    prog_free(unfolding->prog);
  labels_free(&unfolding->labels);
  vec_free(&unfolding->cuts.all);
}

/* False, with the exit code, if there is none. */
static bool
unfold(struct search *search, struct unfolding *unfolding, int *exit_code)
{
  struct report *report = search->report;
  struct status *status = search->status;
  double start = status_seconds(status);
  struct load_stop stop = {poll_unfolding, search, &status->large.effort, clear_status};
  status->now.phase = UNFOLDING;
  status->large = (struct large){0};
  status_clear(status);
  if (!search->source)
    search->source =
      load_open(&command_check, &report->options->load, report->operands, &stop, exit_code);
  if (search->source)
    unfolding->prog = load_unfold(search->source, &search->load, &unfolding->cuts, exit_code);
  report->frontend_seconds += status_seconds(status) - start;
  if (!unfolding->prog)
    return false;
  status->now.phase = "finding labels";
  start = status_seconds(status);
  labels_find(&unfolding->labels, unfolding->prog);
  large_find(&status->large, unfolding->prog, &unfolding->labels);
  report->labels_seconds += status_seconds(status) - start;
  return true;
}

/* ---- one stage ---- */

/* Which of its schedules are to be looked at? The exit code if that makes no sense. */
static int
find_part(struct search *search, const struct unfolding *unfolding)
{
  struct report *report = search->report;
  const struct check_options *options = report->options;
  struct str error = {0};
  struct diags diags = {0};
  int code = 0;
  if (!options->deepen) {
    search->plan.rounds = options->rounds_given ? options->rounds : 0;
    if (!parts_find(&report->part, &search->plan.rounds, &options->part, unfolding->prog,
                    &unfolding->labels, &error, &diags))
      code = error.n ? cli_usage(&command_check, str_text(&error)) : EXIT_INPUT;
    search->deepening->stages[search->deepening->done].rounds = search->plan.rounds;
  }
  diags_print(&diags, stderr);
  diags_free(&diags);
  str_free(&error);
  return code;
}

/* All instances of the options, or some at random. */
static void
try_instances(struct search *search, const struct prog *prog, const struct labels *labels,
              const struct engine_options *engine, struct engine_result *result)
{
  const struct check_options *options = search->report->options;
  struct instances *instances = &search->report->instances;
  struct tiling tiling;
  struct diags diags = {0};
  if (parts_tiling(&tiling, &options->part, prog, labels, &diags)) {
    instances->tiling = &tiling;
    instances->selections = selections_new(&tiling, options->part.tiles);
    instances->most = options->part.instances;
    instances->seconds = options->job_seconds;
    if (instances->most)
      selections_shuffle(instances->selections, options->seed);
    engine_check_instances(result, prog, labels, engine, instances);
    selections_free(instances->selections);
    tiling_free(&tiling);
  } else { /* it was there a moment ago */
    diags_print(&diags, stderr);
    result->verdict = VERDICT_UNKNOWN;
    result->reason = "the tiling cannot be read";
  }
  diags_free(&diags);
}

/* Said by whoever tells the verdict, which may be the watcher, who has no prog. */
static void
note_grounds(struct grounds *grounds, const struct prog *prog)
{
  struct str lines = {0};
  size_t whole = 0; /* that there is room for */
  if (!prog)
    return;
  grounds->concurrent = prog->threads.n > 1;
  grounds->configured = prog->configured;
  const char *more = "more than there is room to say\n";
  for (size_t i = 0; i < prog->assumed.n; i++) {
    str_printf(&lines, "%s\n", prog->assumed.at[i]);
    if (lines.n + strlen(more) < sizeof grounds->assumed)
      whole = lines.n;
  }
  memcpy(grounds->assumed, str_text(&lines), whole);
  strcpy(grounds->assumed + whole, whole < lines.n ? more : "");
  str_free(&lines);
}

static void
ask(struct search *search, const struct prog *prog, const struct labels *labels,
    struct engine_result *result)
{
  const struct check_options *options = search->report->options;
  struct status *status = search->status;
  if (!search->deepening->done)
    note_grounds(&search->deepening->grounds, prog);
  if (stopped_early(search, result))
    return;
  double left = options->seconds - status_seconds(status);
  struct engine_options engine = {
    .kind = options->engine.word,
    .command = options->engine.text,
    .folder = search->report->folder,
    .rounds = search->plan.rounds,
    .part = &search->report->part,
    .seed = options->seed,
    .jobs = options->jobs,
    .bytes = (size_t)options->job_memory * 1000000,
    .journal = search->journal,
    .no_narrow = options->no_narrow,
    .no_slice = options->no_slice,
    .no_grow = options->no_grow,
    .no_guess = options->no_guess,
    .certify = options->certify,
    .seconds = options->seconds <= 0 ? 0
               : left > 0.001        ? left
                                     : 0.001,
    .stop = status_poll,
    .argument = status,
    .status = &status->now,
  };
  if (options->part.tiles)
    try_instances(search, prog, labels, &engine, result);
  else
    engine_check(result, prog, labels, &engine);
  /* What rests on an assumption is no proof. */
  if (result->verdict == VERDICT_SAFE && prog->assumed.n)
    result->verdict = VERDICT_BOUNDED;
}

static void
add_effort(struct engine_result *to, const struct engine_result *from)
{
  to->conflicts += from->conflicts;
  to->steps += from->steps;
  to->analysis_seconds += from->analysis_seconds;
  to->encode_seconds += from->encode_seconds;
  to->solve_seconds += from->solve_seconds;
  to->check_seconds += from->check_seconds;
}

/* The stage is what the report is about. */
static void
adopt(struct search *search, struct unfolding *unfolding, struct engine_result *result)
{
  struct report *report = search->report;
  if (unfolding->prog) {
    struct unfolding old = {report->prog, report->labels, search->cuts};
    report->prog = unfolding->prog;
    report->labels = unfolding->labels;
    search->cuts = unfolding->cuts;
    *unfolding = old;
  }
  add_effort(result, &report->result);
  struct engine_result old = report->result;
  report->result = *result;
  *result = old;
  report->load = search->load;
}

/* The report stays about the stage before; this one was too much. */
static void
leave_open(struct search *search, const struct engine_result *result)
{
  struct report *report = search->report;
  add_effort(&report->result, result);
  report->open.is = true;
  report->open.limit = result->limit;
  report->open.phase = result->phase;
  report->open.reason = result->reason;
  report->open.share = result->share;
}

static void
begin_stage(struct search *search)
{
  struct deepening *deepening = search->deepening;
  struct status *status = search->status;
  struct stage *stage = &deepening->stages[deepening->done];
  *stage = (struct stage){.rounds = search->plan.rounds, .unwind = search->plan.goal};
  status_stage(status, stage->rounds, stage->unwind);
}

/* True if another one may follow. */
static bool
end_stage(struct search *search, double seconds)
{
  struct deepening *deepening = search->deepening;
  const struct report *report = search->report;
  const struct engine_result *result = &report->result;
  note_grounds(&deepening->grounds, report->prog);
  struct stage *stage = &deepening->stages[deepening->done];
  stage->seconds = seconds;
  if (result->verdict != VERDICT_BOUNDED)
    return false;
  if (deepening->fixed)
    return !report->options->part.tiles && !report->options->part.instance;
  stage->rounds_complete = result->rounds_complete;
  stage->loops_complete = result->loops_known && result->loops_complete;
  stage->unwind = stage_unwind(result, report->prog, &search->cuts);
  deepening->done++;
  return result->loops_known && deepening->done < STAGES - 1;
}

/* The exit code, if there is no program to ask about. */
static int
answer(struct search *search, bool anew, struct unfolding *unfolding, struct engine_result *result)
{
  const struct report *report = search->report;
  int code = 0;
  if (!anew)
    ask(search, report->prog, &report->labels, result);
  else if (unfold(search, unfolding, &code)) {
    code = find_part(search, unfolding);
    if (!code)
      ask(search, unfolding->prog, &unfolding->labels, result);
  }
  else if (code != EXIT_USAGE && stopped_early(search, result))
    code = 0; /* Ctrl-C stops clang as well */
  else
    *result = (struct engine_result){.verdict = VERDICT_UNKNOWN,
                                     .cut = UINT32_MAX,
                                     .reason = "the program cannot be unfolded that far"};
  return code;
}

/* True if another one may follow; false also, with the exit code, if nothing can be said. */
static bool
take_stage(struct search *search, bool anew, int *exit_code)
{
  struct unfolding unfolding = {0};
  struct engine_result result = {.cut = UINT32_MAX};
  double start = status_seconds(search->status);
  bool go_on = false;
  begin_stage(search);
  int code = answer(search, anew, &unfolding, &result);
  if (search->deepening->done && result.verdict == VERDICT_UNKNOWN) {
    leave_open(search, &result);
  } else if (code) {
    *exit_code = code;
  } else {
    adopt(search, &unfolding, &result);
    go_on = end_stage(search, status_seconds(search->status) - start);
  }
  unfolding_free(&unfolding);
  engine_result_free(&result);
  return go_on;
}

/* Sets the bounds of the next stage. */
static enum raised
set_bounds(struct search *search)
{
  struct report *report = search->report;
  enum raised raised =
    search->deepening->fixed
      ? plan_raise_unbounded(&search->plan, &report->result, report->prog, &search->cuts,
                           &report->arena)
      : plan_raise(&search->plan, &report->result, report->prog, &report->labels, &search->cuts,
                   &report->arena);
  search->load.unwind = search->plan.unwind;
  if (raised == RAISED_LOOPS)
    plan_rules(&search->plan, &report->options->load.unwindset, &search->load.unwindset,
               &report->arena);
  return raised;
}

static bool
open_journal(struct journal *journal, const struct check_options *options, int *exit_code)
{
  struct str error = {0};
  const char *path = options->resume ? options->resume : options->journal;
  bool opened = journal_open(journal, path, options->resume, &error);
  if (!opened)
    *exit_code = cli_failure(str_text(&error));
  str_free(&error);
  return opened;
}

static void
close_journal(struct journal *journal)
{
  if (journal->error)
    fprintf(stderr, "heddle: warning: cannot write the journal '%s': %s\n", journal->path,
            strerror(journal->error));
  journal_close(journal);
}

bool
search(struct report *report, struct deepening *deepening, struct status *status, int *exit_code)
{
  const struct check_options *options = report->options;
  struct journal journal;
  report->large = &status->large;
  struct search search = {
    .report = report,
    .deepening = deepening,
    .status = status,
    .plan = {.rounds = options->rounds, .unwind = options->load.unwind},
    .load = options->load,
  };
  search.plan.goal = search.plan.unwind;
  enum raised raised = RAISED_LOOPS;
  *exit_code = 0;
  if (options->journal || options->resume) {
    if (!open_journal(&journal, options, exit_code))
      return false;
    search.journal = &journal;
  }
  while (raised != RAISED_NOTHING && take_stage(&search, raised == RAISED_LOOPS, exit_code))
    raised = set_bounds(&search);
  if (search.source && !*exit_code && !is_over(&search))
    vacuity_find(report, search.source,
                 &(struct engine_options){.rounds = report_stage(report)->rounds,
                                          .seed = options->seed,
                                          .stop = status_poll,
                                          .argument = status});
  if (search.source)
    load_close(search.source);
  if (search.journal)
    close_journal(search.journal);
  vec_free(&search.cuts.all);
  plan_free(&search.plan);
  return !*exit_code;
}
