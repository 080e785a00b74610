/* Stages.
 *
 * A stage is one problem: the program unfolded within some bounds, and some rounds. If it has no
 * bug, the bounds are raised (deepen.c) and the next stage begins; if only the rounds are raised,
 * the program need not be unfolded again. The report is about the last stage that came to an
 * answer. */
#include "check/search.h"

#include <string.h>

#include "base/clock.h"
#include "check/shorten.h"
#include "check/states.h"
#include "check/vacuity.h"
#include "engine/prove.h"

/* How often the prover is asked. For how long it is waited for, at least, once there have been so many
 * rounds: bugs that need fewer are common, and found in less time. */
#define LISTEN_SECONDS 0.01
#define WAIT_SECONDS 0.1
/* A stage takes long if it has had the processor so long, or if the clock says so: others may work for it. */
#define START_WORK 0.5
#define START_SECONDS 2.0
/* After that long the prover takes a share of the processors: most bugs have been found by then. */
#define INSIST_SECONDS 15
enum { WAIT_ROUNDS = 3, START_ROUNDS = 3 };
#define SHORTEN_SECONDS 1.0
#define ROUTE_SECONDS 0.2

struct unfolding {
  struct prog *prog;
  struct labels labels;
  struct unwind_cuts cuts;
};

/* What the prover gets, while the engine is at work. */
struct proving {
  const struct prog *prog; /* NULL: none is wanted */
  const struct labels *labels;
  struct engine_options options;
};

struct search {
  struct report *report; /* its prog, labels, bounds and result are those of the last stage done */
  struct progress *progress;
  const struct check_watch *watch;
  struct load_watch load_watch;
  struct source *source;
  struct unwind_cuts cuts; /* of report->prog */
  struct plan plan;
  struct unwinding given, bounds; /* by the user; of the stage under way */
  struct journal *journal;        /* NULL = none */
  struct prover *prover;          /* of the program of this stage; NULL = none */
  bool hopeless;                  /* there can be none */
  bool insists;                   /* it takes a share of the processors */
  struct proving proving;         /* what it is to begin with */
  double began;                   /* when it began */
  double listened;                /* when it was asked last */
  bool decided;                   /* its answer ends the stage */
  double patience;                /* when its bug is taken, whatever its rounds; 0 = not known */
  struct states *states;          /* of the program with its loops; NULL = none */
  bool visits;                    /* there is one, or there can be none */
  struct states_grounds visited;  /* what its answer depends on */
  struct route route;             /* to a bug that it has met; no contexts: none */
  double routed;                  /* when it is taken, whatever the rounds */
};

/* ---- whoever watches ---- */

static bool
interrupted(const struct search *search)
{
  return search->watch->stop(search->watch->argument);
}

static bool
time_is_over(const struct search *search)
{
  double limit = search->report->options->seconds;
  return limit > 0 && progress_seconds(search->progress) >= limit;
}

static bool
is_over(const struct search *search)
{
  return interrupted(search) || time_is_over(search);
}

/* The same for whoever polls it. */
static bool
search_is_over(void *argument)
{
  return is_over(argument);
}

static void
clear(const struct search *search)
{
  search->watch->clear(search->watch->argument);
}

static void
tell(void *argument, const struct diags *diags)
{
  const struct search *search = argument;
  search->watch->tell(search->watch->argument, diags);
}

static void
tell_all(struct search *search, struct diags *diags)
{
  if (diags->all.n)
    tell(search, diags);
  diags_free(diags);
}

/* The prover has met a bug. It may be found in fewer rounds, and is easier to follow then: until when
 * that is tried. It may take as long again as it took so far. */
static double
patience(struct search *search)
{
  if (search->patience <= 0)
    search->patience = 2 * progress_seconds(search->progress) + SHORTEN_SECONDS;
  return search->patience;
}

/* It is one for all stages. */
static void
start_states(struct search *search)
{
  const struct check_options *options = search->report->options;
  bool wanted = options->deepen && engine_get(options->engine.word)->loops;
  if (wanted && !search->visits && search->source)
    search->states =
      states_start(search->source, &options->load, (size_t)options->job_memory * 1000000,
                   options->engine.word == ENGINE_RANDOM);
  search->visits = true;
}

/* Does it know of a bug, and how it was met? A bug that few rounds find in no time is easier to
 * follow: so the route is not taken at once. */
static bool
has_route(struct search *search)
{
  double now = progress_seconds(search->progress);
  if (states_answer(search->states) == STATES_BUG && states_route(search->states, &search->route))
    search->routed = now + ROUTE_SECONDS + now / 4;
  return search->route.contexts.n && now >= search->routed;
}

/* Does the prover end the stage? A proof does at once, and so does a bug that takes no more rounds than
 * the stage has. Once it does, it stays so: the engine asks again while it stops. */
static bool
prover_decides(struct search *search)
{
  double now = progress_seconds(search->progress);
  if ((!search->prover && !search->states) || search->decided ||
      now < search->listened + LISTEN_SECONDS)
    return search->decided;
  search->listened = now;
  search->decided =
    states_answer(search->states) == STATES_NO_BUG || has_route(search) ||
    (prover_has_answer(search->prover) &&
     (!prover_found_bug(search->prover) || prover_rounds(search->prover) <= search->plan.rounds ||
      now >= patience(search)));
  return search->decided;
}

/* Shallow bugs are found before a prover would be of any use. So it begins when a stage takes long,
 * or when some rounds have no bug. */
static void
start_prover(struct search *search)
{
  const struct proving *proving = &search->proving;
  if (proving->prog && !search->prover && !search->hopeless) {
    double now = progress_seconds(search->progress);
    search->insists = now >= INSIST_SECONDS;
    search->prover =
      prover_start(proving->prog, proving->labels, &proving->options, search->insists);
    search->began = now;
  }
  search->hopeless |= !search->prover;
}

/* One that has been pushed aside cannot be helped, but another can be started in its place. */
static void
insist(struct search *search)
{
  bool late = progress_seconds(search->progress) >= INSIST_SECONDS;
  if (late && !search->insists && search->proving.prog && prover_is_working(search->prover)) {
    prover_stop(search->prover);
    search->prover = NULL;
    start_prover(search);
  }
}

/* For the engine, which polls it. */
static bool
poll(void *argument)
{
  struct search *search = argument;
  search->watch->show(search->watch->argument);
  const struct progress *progress = search->progress;
  if (clock_processor() >= progress->stage_work + START_WORK ||
      clock_now() >= progress->stage_start + START_SECONDS) {
    start_prover(search);
    start_states(search);
  }
  insist(search);
  return interrupted(search) || prover_decides(search);
}

/* For the front end. Nothing is shown before there is something to tell: clang writes its messages
 * to the same terminal. */
static bool
poll_unfolding(void *argument)
{
  const struct search *search = argument;
  if (*search->progress->large.effort.loop)
    search->watch->show(search->watch->argument);
  return is_over(search);
}

/* Ctrl-C or the time limit while the engine did not have its turn. */
static bool
stopped_early(const struct search *search, struct engine_result *result)
{
  if (!is_over(search))
    return false;
  result->verdict = VERDICT_UNKNOWN;
  result->limit = interrupted(search) ? LIMIT_INTERRUPT : LIMIT_TIME;
  result->phase = search->progress->now.phase;
  result->reason = result->limit == LIMIT_TIME ? "time limit reached" : "interrupted";
  return true;
}

static bool
fail(struct check_error *error, enum check_failure kind)
{
  error->kind = kind;
  return false;
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

/* The files, read once. */
static bool
open_source(struct search *search, struct check_error *error)
{
  const struct report *report = search->report;
  const struct load_options *options = &report->options->load;
  if (!search->source)
    search->source =
      load_open(options, &search->given, report->operands, &search->load_watch, &error->text);
  return search->source || fail(error, error->text.n ? CHECK_MISUSE : CHECK_TOLD);
}

static bool
unfold(struct search *search, struct unfolding *unfolding, struct check_error *error)
{
  struct report *report = search->report;
  struct progress *progress = search->progress;
  double start = progress_seconds(progress);
  progress->now.phase = UNFOLDING;
  progress->large = (struct large){0};
  clear(search);
  if (open_source(search, error))
    unfolding->prog = load_unfold(search->source, &search->bounds, &unfolding->cuts);
  report->frontend_seconds += progress_seconds(progress) - start;
  if (!unfolding->prog)
    return fail(error, error->kind == CHECK_MISUSE ? CHECK_MISUSE : CHECK_TOLD);
  progress->now.phase = "finding labels";
  start = progress_seconds(progress);
  labels_find(&unfolding->labels, unfolding->prog);
  large_find(&progress->large, unfolding->prog, &unfolding->labels);
  report->labels_seconds += progress_seconds(progress) - start;
  return true;
}

/* ---- one stage ---- */

/* Which of its schedules are to be looked at? False if that makes no sense. */
static bool
find_part(struct search *search, const struct unfolding *unfolding, struct check_error *error)
{
  struct report *report = search->report;
  const struct check_options *options = report->options;
  struct deepening *deepening = &search->progress->deepening;
  struct parts_error wrong = {0};
  bool found = true;
  if (!options->deepen && options->rounds) {
    search->plan.rounds = options->rounds_given ? options->rounds : 0;
    found = parts_find(&report->part, &search->plan.rounds, &options->part, unfolding->prog,
                       &unfolding->labels, &wrong) ||
            fail(error, wrong.misuse.n ? CHECK_MISUSE : CHECK_TOLD);
    str_add(&error->text, str_text(&wrong.misuse));
    deepening->stages[deepening->done].rounds = search->plan.rounds;
  }
  str_free(&wrong.misuse);
  tell_all(search, &wrong.diags);
  return found;
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
    parts_share(&options->part, &instances->share, &instances->shares);
    if (options->only_known) {
      instances->only_known = true;
      instances->shares = options->only_known;
    }
    if (instances->most)
      selections_shuffle(instances->selections, options->seed);
    engine_check_instances(result, prog, labels, engine, instances);
    selections_free(instances->selections);
    tiling_free(&tiling);
  } else { /* it was there a moment ago */
    result->verdict = VERDICT_UNKNOWN;
    result->reason = "the tiling cannot be read";
  }
  tell_all(search, &diags);
}

/* Said by whoever tells the verdict, which may be the watcher, who has no prog. */
static void
note_grounds(struct grounds *grounds, const struct prog *prog, unsigned configured)
{
  struct str lines = {0};
  size_t whole = 0; /* that there is room for */
  if (!prog)
    return;
  grounds->concurrent = prog->threads.n > 1;
  grounds->configured = prog->configured | configured;
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

/* What is left of the time; 0 = no limit. */
static double
seconds_left(const struct search *search)
{
  double limit = search->report->options->seconds;
  double left = limit - progress_seconds(search->progress);
  return limit <= 0 ? 0 : left > 0.001 ? left : 0.001;
}

/* ---- every schedule ---- */

static void
stop_prover(struct search *search)
{
  prover_stop(search->prover);
  search->prover = NULL;
  search->hopeless = search->decided = false;
  search->patience = search->listened = 0;
}

/* The bug may take fewer rounds than the run in which it was met, which is then easier to follow:
 * they are asked for one after the other, as long as there is patience. How many it takes. */
static unsigned
shorten(struct search *search, const struct prog *prog, const struct labels *labels,
        const struct engine_options *engine, struct engine_result *result)
{
  unsigned most = schedule_rounds(&result->schedule), rounds = search->plan.rounds + 1;
  for (; rounds < most && progress_seconds(search->progress) < patience(search); rounds++) {
    struct engine_options options = *engine;
    progress_stage(search->progress, rounds, search->plan.goal);
    struct engine_result fewer;
    options.rounds = rounds;
    options.seconds = seconds_left(search);
    engine_check(&fewer, prog, labels, &options);
    enum verdict verdict = fewer.verdict;
    if (verdict == VERDICT_BUG) {
      struct engine_result more = *result;
      *result = fewer;
      fewer = more;
    }
    engine_result_free(&fewer);
    if (verdict == VERDICT_BUG)
      return rounds;
    if (verdict == VERDICT_UNKNOWN)
      break;
  }
  return most;
}

/* For how long the prover is waited for after a stage: for a tenth of the time so far, in which nobody
 * misses anything. There may be no processor on which it could run meanwhile. Where there are several,
 * it has had one, and is waited for only if it has just begun. */
static double
waiting_time(const struct search *search, bool several)
{
  double now = progress_seconds(search->progress), seconds = now / 10;
  if (search->plan.rounds >= WAIT_ROUNDS && seconds < WAIT_SECONDS)
    seconds = WAIT_SECONDS;
  if (!several)
    return seconds;
  double left = search->began + WAIT_SECONDS - now;
  return left < 0 ? 0 : left < seconds ? left : seconds;
}

/* What the prover says, if this stage has found no bug, and leaves schedules open or does not know of
 * loops. */
static void
hear_prover(struct search *search, const struct prog *prog, const struct labels *labels,
            const struct engine_options *engine, struct engine_result *result)
{
  struct deepening *deepening = &search->progress->deepening;
  bool open =
    result->verdict == VERDICT_BOUNDED && (!result->rounds_complete || !result->loops_known);
  if (!open && result->verdict != VERDICT_UNKNOWN)
    return;
  if (open && !is_over(search))
    prover_wait(search->prover, waiting_time(search, engine->jobs > 1));
  if (!prover_has_answer(search->prover))
    return;
  prover_take(search->prover, prog, labels, result);
  if (result->verdict == VERDICT_BUG)
    deepening->stages[deepening->done].rounds =
      open ? shorten(search, prog, labels, engine, result) : schedule_rounds(&result->schedule);
}

/* Has a stage before left out iterations of a loop? */
static bool
was_cut(const struct search *search)
{
  const struct engine_result *result = &search->report->result;
  return search->progress->deepening.done && !(result->loops_known && result->loops_complete);
}

/* Nobody comes along there: the route is of no use. */
static void
leave_route(struct search *search)
{
  route_free(&search->route);
  search->decided = false;
}

/* The loop runs longer on the route: that alone is to be raised. */
static void
leave_loop(const struct prog *prog, uint32_t loop, struct engine_result *result)
{
  *result = (struct engine_result){.verdict = VERDICT_BOUNDED,
                                   .loops_known = true,
                                   .rounds_complete = true,
                                   .whole = engine_get(ENGINE_STATES),
                                   .cut = UINT32_MAX};
  vec_resize(&result->hit, prog->loops.n);
  result->hit.at[loop] = true;
}

/* The same steps in what was unfolded. False if it does not come along there. */
static bool
follow_route(struct search *search, const struct prog *prog, const struct labels *labels,
             const struct engine_options *engine, struct engine_result *result)
{
  struct prog *points = load_with_points(search->source, &search->bounds);
  struct labels same = {0};
  struct schedule schedule = {0};
  event_id at = 0;
  enum follow_end end = FOLLOW_LOST;
  struct engine_result found = {0};
  if (points) {
    labels_find(&same, points);
    end = interp_follow(&schedule, &at, points, &same, &search->route);
  }
  if (end == FOLLOW_BUG && same.all.n == labels->all.n) {
    engine_confirm(&found, prog, labels, engine, schedule);
    schedule = (struct schedule){0};
  } else if (end == FOLLOW_CUT && points->loops.n == prog->loops.n) {
    leave_loop(prog, points->events.at[at].loop, &found);
  }
  bool followed = found.verdict == VERDICT_BUG ? found.run.end != RUN_DONE : found.hit.n != 0;
  if (found.verdict == VERDICT_BUG && followed)
    shorten_contexts(&found, prog, labels);
  if (followed) {
    engine_result_free(result);
    *result = found;
  } else {
    engine_result_free(&found);
    leave_route(search);
  }
  schedule_free(&schedule);
  labels_free(&same);
  if (points)
    prog_free(points);
  return followed;
}

/* The route leads to the answer of this stage: the bug, or a loop whose bound is in its way. */
static bool
take_route(struct search *search, const struct prog *prog, const struct labels *labels,
           const struct engine_options *engine, struct engine_result *result)
{
  struct deepening *deepening = &search->progress->deepening;
  if (!has_route(search) || !follow_route(search, prog, labels, engine, result))
    return false;
  if (result->verdict == VERDICT_BUG)
    deepening->stages[deepening->done].rounds = schedule_rounds(&result->schedule);
  return true;
}

/* Likewise what the process says that visits every state, which knows of all iterations. */
static void
hear_states(struct search *search, const struct prog *prog, const struct engine_options *engine,
            struct engine_result *result)
{
  bool open = result->verdict == VERDICT_BOUNDED;
  if ((!open && result->verdict != VERDICT_UNKNOWN) || prog->assumed.n)
    return;
  if (open)
    states_wait(search->states, waiting_time(search, engine->jobs > 1), search_is_over, search);
  if (states_answer(search->states) == STATES_NO_BUG)
    states_take(search->states, prog, result, &search->visited);
}

/* Nothing else is asked, unless there is a bug that somebody has to show. True if that is the
 * answer. */
static bool
ask_states(struct search *search, const struct prog *prog, struct engine_result *result)
{
  start_states(search);
  states_wait(search->states, seconds_left(search) > 0 ? seconds_left(search) : -1, search_is_over,
              search);
  switch (states_answer(search->states)) {
  case STATES_BUG:
    return false;
  case STATES_NO_BUG:
    states_take(search->states, prog, result, &search->visited);
    if (prog->assumed.n) /* what rests on an assumption is no proof */
      result->verdict = VERDICT_BOUNDED;
    return true;
  case STATES_NONE:
  case STATES_GAVE_UP:
    break;
  }
  if (!stopped_early(search, result)) {
    result->verdict = VERDICT_UNKNOWN;
    result->limit = LIMIT_SIZE;
    bool random = search->report->options->engine.word == ENGINE_RANDOM;
    str_printf(&result->trouble, "%s%s",
               random ? "" : "visiting states gave up: ", states_reason(search->states));
    result->reason = str_text(&result->trouble);
  }
  return true;
}

static void
ask_engine(struct search *search, const struct prog *prog, const struct labels *labels,
           const struct engine_options *engine, struct engine_result *result)
{
  struct deepening *deepening = &search->progress->deepening;
  if (search->report->options->part.tiles)
    try_instances(search, prog, labels, engine, result);
  else
    engine_check(result, prog, labels, engine);
  if (!engine->rounds && result->verdict == VERDICT_BUG)
    deepening->stages[deepening->done].rounds = schedule_rounds(&result->schedule);
  hear_prover(search, prog, labels, engine, result);
  hear_states(search, prog, engine, result);
}

/* An engine that was stopped for the sake of a route that leads nowhere begins again. */
static void
ask_all(struct search *search, const struct prog *prog, const struct labels *labels,
        const struct engine_options *engine, struct engine_result *result)
{
  if (take_route(search, prog, labels, engine, result))
    return;
  ask_engine(search, prog, labels, engine, result);
  bool open = result->verdict == VERDICT_BOUNDED || result->verdict == VERDICT_UNKNOWN;
  if (!open || is_over(search) || !has_route(search) ||
      take_route(search, prog, labels, engine, result) || result->verdict != VERDICT_UNKNOWN)
    return;
  engine_result_free(result);
  ask_engine(search, prog, labels, engine, result);
}

static void
ask(struct search *search, const struct prog *prog, const struct labels *labels,
    struct engine_result *result)
{
  const struct check_options *options = search->report->options;
  struct progress *progress = search->progress;
  if (!progress->deepening.done)
    note_grounds(&progress->deepening.grounds, prog, 0);
  if (stopped_early(search, result))
    return;
  struct engine_options engine = {
    .kind = options->engine.word,
    .command = options->engine.text,
    .folder = search->report->folder,
    .rounds = search->plan.rounds,
    .part = &search->report->part,
    .seed = options->seed,
    .jobs = options->jobs,
    .bytes = (size_t)options->job_memory * 1000000,
    .transport = options->transport,
    .journal = search->journal,
    .no_narrow = options->no_narrow,
    .no_slice = options->no_slice,
    .no_grow = options->no_grow,
    .no_guess = options->no_guess,
    .certify = options->certify,
    .seconds = seconds_left(search),
    .stop = poll,
    .argument = search,
    .status = &progress->now,
  };
  if (options->deepen && engine_get(engine.kind)->proves)
    search->proving = (struct proving){prog, labels, engine};
  bool alone =
    options->deepen && engine_get(engine.kind)->loops && !engine_get(engine.kind)->proves;
  if (alone && ask_states(search, prog, result))
    return;
  if (engine.rounds >= START_ROUNDS)
    start_prover(search);
  if (engine.rounds >= START_ROUNDS || was_cut(search))
    start_states(search);
  ask_all(search, prog, labels, &engine, result);
  search->proving = (struct proving){0};
  /* What rests on an assumption is no proof. */
  if (result->verdict == VERDICT_SAFE && prog->assumed.n)
    result->verdict = VERDICT_BOUNDED;
}

static void
add_effort(struct engine_result *to, const struct engine_result *from)
{
  to->conflicts += from->conflicts;
  to->steps += from->steps;
  to->refinements += from->refinements;
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
  report->bounds = search->bounds;
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
  report->open.parts_done = result->parts_done;
  report->open.parts_open = result->parts_open;
}

static void
begin_stage(struct search *search)
{
  struct deepening *deepening = &search->progress->deepening;
  struct stage *stage = &deepening->stages[deepening->done];
  *stage = (struct stage){.rounds = search->plan.rounds, .unwind = search->plan.goal};
  progress_stage(search->progress, stage->rounds, stage->unwind);
}

/* True if another one may follow. */
static bool
end_stage(struct search *search, double seconds)
{
  struct deepening *deepening = &search->progress->deepening;
  const struct report *report = search->report;
  const struct engine_result *result = &report->result;
  note_grounds(&deepening->grounds, report->prog, search->visited.configured);
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

/* False if there is no program to ask about. */
static bool
answer(struct search *search, bool anew, struct unfolding *unfolding, struct engine_result *result,
       struct check_error *error)
{
  const struct report *report = search->report;
  if (!anew) {
    ask(search, report->prog, &report->labels, result);
    return true;
  }
  stop_prover(search);
  if (unfold(search, unfolding, error)) {
    if (find_part(search, unfolding, error))
      ask(search, unfolding->prog, &unfolding->labels, result);
    return error->kind == CHECK_FINE;
  }
  if (error->kind != CHECK_MISUSE && stopped_early(search, result)) {
    error->kind = CHECK_FINE; /* Ctrl-C stops clang as well */
    return true;
  }
  *result = (struct engine_result){.verdict = VERDICT_UNKNOWN,
                                   .cut = UINT32_MAX,
                                   .reason = "the program cannot be unfolded that far"};
  return false;
}

/* True if another one may follow; false also, with an error, if nothing can be said. */
static bool
take_stage(struct search *search, bool anew, struct check_error *error)
{
  struct unfolding unfolding = {0};
  struct engine_result result = {.cut = UINT32_MAX};
  double start = progress_seconds(search->progress);
  bool go_on = false;
  begin_stage(search);
  bool answered = answer(search, anew, &unfolding, &result, error);
  if (search->progress->deepening.done && result.verdict == VERDICT_UNKNOWN) {
    leave_open(search, &result);
    error->kind = CHECK_FINE; /* what the stages before have shown holds */
  } else if (answered) {
    adopt(search, &unfolding, &result);
    go_on = end_stage(search, progress_seconds(search->progress) - start);
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
  enum raised raised = search->progress->deepening.fixed
                         ? plan_raise_unbounded(&search->plan, &report->result, report->prog,
                                                &search->cuts, &report->arena)
                         : plan_raise(&search->plan, &report->result, report->prog, &report->labels,
                                      &search->cuts, &report->arena);
  search->bounds = plan_bounds(&search->plan, &search->given, &report->arena);
  return raised;
}

/* ---- the journal ---- */

static bool
open_journal(struct journal *journal, const struct check_options *options,
             struct check_error *error)
{
  const char *path = options->resume ? options->resume : options->journal;
  return journal_open(journal, path, options->resume, &error->text) || fail(error, CHECK_FAILED);
}

static void
close_journal(struct search *search)
{
  struct diags diags = {0};
  struct journal *journal = search->journal;
  if (journal->error)
    diag_at(&diags, DIAG_WARNING, NULL, 0, 0, "cannot write the journal '%s': %s", journal->path,
            strerror(journal->error));
  tell_all(search, &diags);
  journal_close(journal);
}

/* ---- all ---- */

/* Says what was not looked at, if there is time. */
static void
add_notes(struct search *search)
{
  struct report *report = search->report;
  struct engine_options engine = {.rounds = report_rounds(report),
                                  .seed = report->options->seed,
                                  .stop = poll,
                                  .argument = search};
  if (!is_over(search))
    vacuity_find(report, search->source, &engine, search->visited.untested);
}

static void
take_stages(struct search *search, struct check_error *error)
{
  enum raised raised = RAISED_LOOPS;
  while (raised != RAISED_NOTHING && take_stage(search, raised == RAISED_LOOPS, error))
    raised = set_bounds(search);
  stop_prover(search);
  states_stop(search->states);
  search->states = NULL;
  route_free(&search->route);
  if (search->source && error->kind == CHECK_FINE)
    add_notes(search);
}

bool
check_search(struct report *report, struct progress *progress, const struct check_watch *watch,
             struct check_error *error)
{
  const struct check_options *options = report->options;
  struct journal journal;
  struct search search = {
    .report = report,
    .progress = progress,
    .watch = watch,
    .plan = {.rounds = options->rounds, .unwind = options->load.unwind},
  };
  search.load_watch = (struct load_watch){poll_unfolding, tell, &search, &progress->large.effort};
  search.plan.goal = search.plan.unwind;
  if (!load_bounds(&search.given, &options->load, &report->arena, &error->text))
    return fail(error, CHECK_MISUSE);
  report->bounds = search.bounds = search.given;
  if (options->journal || options->resume) {
    if (!open_journal(&journal, options, error))
      return false;
    search.journal = &journal;
  }
  take_stages(&search, error);
  if (search.source)
    load_close(search.source);
  if (search.journal)
    close_journal(&search);
  vec_free(&search.cuts.all);
  plan_free(&search.plan);
  return error->kind == CHECK_FINE;
}
