/* Search by another verifier: it gets the problem as a sequential program.
 *
 * A violation that it claims counts if the interpreter sees it, too. Some tools do not tell the
 * schedule; then the solver looks for it. That there is none is believed. */
#include "base/clock.h"
#include "base/invariant.h"
#include "emit/emit.h"
#include "engine/problem.h"

static bool
is_over(void *argument)
{
  return search_stopped(argument);
}

static void
print(struct str *out, const struct problem *problem, const struct engine_options *options)
{
  emit_program(out, &(struct emit_request){.form = PROGRAM_SEQUENTIAL,
                                           .prog = problem->line.prog,
                                           .labels = problem->line.labels,
                                           .part = problem->line.part,
                                           .ranges = problem->line.ranges,
                                           .rounds = options->rounds,
                                           .about = "",
                                           .file = "program.c"});
}

static enum search_answer
give_up(struct search *search, const char *what)
{
  struct engine_result *result = search->result;
  result->limit = LIMIT_SIZE;
  result->trouble.n = 0;
  str_add(&result->trouble, what);
  result->reason = str_text(&result->trouble);
  return SEARCH_STOPPED;
}

static enum search_answer
contradict(struct search *search, const char *what)
{
  struct str text = {0};
  str_printf(&text, "%s claims a violation, but %s", engine_get(search->options->kind)->name, what);
  enum search_answer answer = give_up(search, str_text(&text));
  str_free(&text);
  return answer;
}

/* Contexts in which nothing is passed say nothing, nor do those of threads and labels that there
 * are not: a tool may print anything. */
static void
tidy(struct schedule *schedule, const struct labels *labels, size_t n_threads)
{
  VEC(uint32_t) passed = {0};
  size_t n = 0;
  vec_resize(&passed, n_threads);
  for (size_t i = 0; i < schedule->contexts.n; i++) {
    struct context context = schedule->contexts.at[i];
    if (context.thread >= n_threads || context.labels <= passed.at[context.thread] ||
        context.labels > labels_count(labels, context.thread))
      continue;
    passed.at[context.thread] = context.labels;
    schedule->contexts.at[n++] = context;
  }
  schedule->contexts.n = n;
  vec_free(&passed);
}

/* In the emitted program a thread that can never go on is done with; a schedule leaves it before
 * the label that it cannot pass. */
static void
stop_at(struct schedule *schedule, const struct search *search, event_id event)
{
  thread_id thread = prog_thread_of(search->prog, event);
  uint32_t label = search->labels->of_event.at[event];
  for (size_t i = 0; i < schedule->contexts.n; i++) {
    struct context *context = &schedule->contexts.at[i];
    if (context->thread == thread && context->labels > label)
      context->labels = label;
  }
  tidy(schedule, search->labels, search->prog->threads.n);
}

static bool
happens(const struct search *search, struct schedule *schedule)
{
  const struct engine_options *options = search->options;
  struct run run = {0};
  for (size_t n = search->prog->threads.n + 1; n; n--) {
    run_free(&run);
    run = (struct run){0};
    interp_run(&run, search->prog, search->labels, schedule);
    if (run.end != RUN_STUCK)
      break;
    stop_at(schedule, search, run.at);
  }
  bool happened = run.end == RUN_VIOLATION || run.end == RUN_DEADLOCK;
  run_free(&run);
  return happened && part_contains(options->part, search->labels, options->rounds, schedule);
}

/* Is its schedule one of a bug? */
static enum search_answer
follow(struct search *search, const struct problem *problem, struct schedule *schedule)
{
  tidy(schedule, problem->line.labels, problem->line.prog->threads.n);
  if (problem->line.sliced)
    slice_widen(&problem->line.slice, search->labels, search->options->part, schedule);
  if (!happens(search, schedule))
    return contradict(search, "it does not happen when its schedule is executed");
  INVARIANT(!search->result->schedule.contexts.n);
  search->result->schedule = *schedule;
  *schedule = (struct schedule){0}; /* handed over */
  return SEARCH_FOUND;
}

static enum search_answer
look_for_schedule(struct search *search)
{
  enum search_answer answer = search_sat(search);
  return answer == SEARCH_NOTHING
           ? contradict(search, "tells no schedule, and the solver finds none")
           : answer;
}

/* Whether loops are cut is not asked; there may be none that could be. */
static enum search_answer
find_nothing(struct search *search)
{
  struct engine_result *result = search->result;
  bool cut = false;
  for (size_t i = 0; i < search->prog->events.n; i++)
    cut |= search->prog->events.at[i].kind == EVENT_CUT;
  result->loops_known = result->loops_complete = !cut;
  return SEARCH_NOTHING;
}

static enum search_answer
conclude(struct search *search, const struct problem *problem, struct backend_answer *answer)
{
  switch (answer->claim) {
  case CLAIM_NONE:
    return find_nothing(search);
  case CLAIM_VIOLATION:
    return answer->traced ? follow(search, problem, &answer->schedule) : look_for_schedule(search);
  case CLAIM_NOTHING:
  case CLAIM_OPEN:
    break;
  }
  return answer->stopped ? SEARCH_STOPPED : give_up(search, str_text(&answer->trouble));
}

enum search_answer
search_tool(struct search *search)
{
  const struct engine_options *options = search->options;
  struct problem problem;
  struct backend_answer answer;
  struct str text = {0};
  INVARIANT(engine_get(options->kind)->backend && options->folder);
  problem_analyse(&problem, search);
  search_phase(search, "translating");
  print(&text, &problem, options);
  double start = clock_now();
  search_phase(search, "running the tool");
  backend_run(&answer, &(struct backend_job){.backend = engine_get(options->kind)->backend,
                                             .program = str_text(&text),
                                             .folder = options->folder,
                                             .bytes = options->bytes,
                                             .stop = is_over,
                                             .argument = search});
  search->result->solve_seconds = clock_now() - start;
  enum search_answer found = conclude(search, &problem, &answer);
  backend_answer_free(&answer);
  str_free(&text);
  problem_close(&problem);
  return found;
}
