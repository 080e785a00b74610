/* The verdict as a sentence: what was found, within which bounds, under which conditions, and what
 * was not covered. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "report/report.h"
#include "trace/model.h"

static void
add_count(struct str *out, uint64_t n, const char *noun)
{
  str_printf(out, "%" PRIu64 " %s%s", n, noun, n == 1 ? "" : "s");
}

const struct memmodel *
report_memmodel(const struct report *report)
{
  return memmodel_get((enum memory_model)report->options->load.memory);
}

void
report_memory(struct str *out, const struct report *report)
{
  const struct memmodel *model = report_memmodel(report);
  if (!check_is_weak(report->options->load.memory))
    return;
  str_add(out, " under ");
  for (const char *at = model->name; *at; at++)
    str_printf(out, "%c", toupper((unsigned char)*at));
  str_printf(out, " (%s)", model->words);
}

/* What the user can switch, as far as it matters: "sequentially consistent memory; malloc never
 * fails". Other memory models are said in another place. A bug does not rest on what was left out,
 * but on the memory. */
static void
add_configuration(struct str *out, const struct report *report)
{
  const struct grounds *grounds = &report->progress->deepening.grounds;
  bool bug = report->result.verdict == VERDICT_BUG;
  const char *between = "";
  if (!check_is_weak(report->options->load.memory) &&
      (bug ? report->prog->threads.n > 1 : grounds->concurrent)) {
    str_add(out, "sequentially consistent memory");
    between = "; ";
  }
  for (unsigned i = 0; i < CONFIGURATION_COUNT && !bug; i++)
    if (grounds->configured >> i & 1) {
      str_printf(out, "%s%s", between, configuration_words((enum configuration)i));
      between = "; ";
    }
}

/* What all is said of that has no bug. */
static void
add_conditions(struct str *out, const struct report *report)
{
  struct str configuration = {0};
  add_configuration(&configuration, report);
  if (configuration.n)
    str_printf(out, " (%s)", str_text(&configuration));
  str_free(&configuration);
  report_memory(out, report);
}

/* "explicit: 3099 states" */
static void
add_whole(struct str *out, const struct engine_result *result)
{
  const struct engine *engine = result->whole;
  str_printf(out, "%s: ", engine->name);
  if (engine->counts_states)
    add_count(out, result->states, "state");
  else
    add_count(out, result->clauses, "clause");
}

static void
add_bounds(struct str *out, const struct report *report, const char *between)
{
  const struct stage *stage = report_stage(report);
  bool all = report->result.whole && report->result.verdict != VERDICT_BUG;
  if (all)
    add_whole(out, &report->result);
  else
    add_count(out, stage->rounds, "round");
  if (all ? report->result.loops_complete : !stage->unwind && !report->progress->deepening.fixed)
    return; /* no loop came to its bound */
  str_add(out, between);
  add_count(out, stage->unwind, "unwinding");
}

/* Of one that found no bug: of what is complete there are no bounds to be told. */
static void
add_covered(struct str *out, const struct report *report, const struct stage *stage)
{
  bool unwind = stage->unwind || report->progress->deepening.fixed;
  bool rounds =
    stage->rounds && (!stage->rounds_complete || !unwind || report->progress->deepening.fixed);
  if (rounds)
    add_count(out, stage->rounds, "round");
  if (rounds && unwind)
    str_add(out, " and ");
  if (unwind)
    add_count(out, stage->unwind, "unwinding");
  if (!rounds && !unwind)
    str_add(out, "the bounds");
}

static void
add_bug(struct str *out, const struct report *report)
{
  const struct event *event = &report->prog->events.at[report->result.run.at];
  place_id id = place_of_user(report->prog, event->place);
  const struct place *place = &report->prog->places.at[id];
  enum run_end end = report->result.run.end;
  str_add(out, end == RUN_DEADLOCK ? "deadlock"
               : end == RUN_RACE   ? "data race"
                                   : fault_words(event->fault));
  if (id)
    str_printf(out, " at %s:%u", place->file, place->line);
}

static void
add_loop(struct str *out, const struct prog *prog, const struct event *event, const char *verb)
{
  const struct loop *loop = &prog->loops.at[event->loop];
  const struct place *place = &prog->places.at[loop->place];
  if (!*loop->function) {
    str_add(out, loop->place ? "; unaligned accesses" : "; command lines with arguments");
    if (loop->place)
      str_printf(out, " at %s:%u, through a pointer that may point anywhere", place->file,
                 place->line);
    return;
  }
  if (loop->sizes) {
    str_printf(out, "; objects made at %s:%u of other sizes than those tried, up to ", place->file,
               place->line);
    add_count(out, loop->bound, "byte");
    return;
  }
  str_add(out, "; loop");
  if (loop->place)
    str_printf(out, " at %s:%u", place->file, place->line);
  str_printf(out, " in %s %s after ", loop->function, verb);
  add_count(out, loop->bound, "iteration");
}

/* Does an earlier cut event stand for the same loop of the source? */
static bool
mentioned(const struct prog *prog, size_t i)
{
  const struct loop *loop = &prog->loops.at[prog->events.at[i].loop];
  const struct place *place = &prog->places.at[loop->place];
  for (size_t j = 0; j < i; j++) {
    if (prog->events.at[j].kind != EVENT_CUT)
      continue;
    const struct loop *other = &prog->loops.at[prog->events.at[j].loop];
    if (!strcmp(other->function, loop->function) && other->sizes == loop->sizes &&
        prog->places.at[other->place].line == place->line)
      return true;
  }
  return false;
}

static void
add_loops(struct str *out, const struct report *report)
{
  const struct prog *prog = report->prog;
  if (report->result.cut != UINT32_MAX) {
    add_loop(out, prog, &prog->events.at[report->result.cut], "was cut");
    return;
  }
  for (size_t i = 0; i < prog->events.n; i++)
    if (prog->events.at[i].kind == EVENT_CUT && !mentioned(prog, i))
      add_loop(out, prog, &prog->events.at[i], "may be cut");
}

bool
report_is_assumed(const struct report *report)
{
  const struct engine_result *result = &report->result;
  return result->verdict == VERDICT_BOUNDED && result->rounds_complete && result->loops_complete;
}

const char *
report_assumed(const struct report *report, const char **next, size_t *length)
{
  const char *line = *next ? *next : report->progress->deepening.grounds.assumed;
  *length = strcspn(line, "\n");
  *next = line + *length + 1;
  return *line ? line : NULL;
}

static void
add_assumed(struct str *out, const struct report *report, const char *between)
{
  const char *next = NULL, *line, *before = "assumed: ";
  size_t n;
  for (; (line = report_assumed(report, &next, &n)); before = between)
    str_printf(out, "%s%.*s", before, (int)n, line);
}

/* What makes a problem large: "most of it for the loop at a.c:7 in main ..."; empty if nothing is
 * known. */
static void
add_large(struct str *out, const struct large *large, bool unfolding)
{
  if (unfolding && *large->effort.loop)
    str_printf(out, "most of it for %s", large->effort.loop);
  else if (!unfolding && *large->line)
    str_add(out, large->line);
  if (*large->effort.object)
    str_printf(out, "%sthe largest object is %s", out->n ? "; " : "", large->effort.object);
}

static void
add_limit(struct str *out, const struct report *report, enum engine_limit limit, const char *phase,
          const char *reason)
{
  if (limit == LIMIT_TIME)
    str_printf(out, "time limit of %g s reached while %s", report->options->seconds, phase);
  else if (limit == LIMIT_INTERRUPT)
    str_printf(out, "interrupted while %s", phase);
  else
    str_add(out, reason);
  struct str why = {0};
  if (phase)
    add_large(&why, &report->progress->large, !strcmp(phase, UNFOLDING));
  if (why.n)
    str_printf(out, ", %s", str_text(&why));
  str_free(&why);
}

/* All instances together interrupt each thread in any tiles, but only in so many. */
static void
add_other_instances(struct str *out, const struct report *report)
{
  const struct instances *instances = &report->instances;
  if (!instances->all || instances->undecided || report->options->part.share)
    str_add(out, "; other instances");
  str_add(out, "; interruptions of a thread in more than ");
  add_count(out, report->options->part.tiles, "tile");
  if (check_is_weak(report->prog->memory))
    str_add(out, "; late stores outside of the tiles");
}

static void
add_bounded(struct str *out, const struct report *report)
{
  const struct engine_result *result = &report->result;
  struct str open = {0};
  if (!result->rounds_complete)
    parts_describe_rest(&open, &report->options->part, report_stage(report)->rounds, report->prog);
  if (report->options->part.tiles)
    add_other_instances(&open, report);
  if (!result->loops_complete)
    add_loops(&open, report);
  str_printf(out, "not covered: %s", str_text(&open) + (open.n ? 2 : 0));
  str_free(&open);
  if (!report->progress->deepening.fixed && result->limit != LIMIT_NONE) {
    str_add(out, " (");
    add_limit(out, report, result->limit, result->phase, result->reason);
    str_add(out, ")");
  }
}

/* How many of them have no bug: "in all 9 instances", "in 7 instances, 2 undecided". */
static void
add_instances(struct str *out, const struct report *report)
{
  const struct instances *instances = &report->instances;
  bool all = instances->all && !instances->undecided && !instances->left;
  const char *share = report->options->part.share;
  if (all && instances->none == 1 && !share) {
    str_add(out, "in the only instance");
    return;
  }
  str_add(out, all ? "in all " : "in ");
  add_count(out, instances->none, "instance");
  if (share)
    str_printf(out, " of the share %s", share);
  if (instances->undecided)
    str_printf(out, ", %u undecided", instances->undecided);
}

/* How much of a divided problem has no bug: a share of the schedules, where that is counted. The
 * parts of one order are of no known size. */
static void
add_share(struct str *out, double share, unsigned done, unsigned open)
{
  if (!(share > 0))
    str_printf(out, "%u of %u parts of the schedules", done, done + open);
  else if (share >= 0.01)
    str_printf(out, "%d %% of the schedules", share < 1 ? (int)(100 * share) : 99);
  else
    str_add(out, "less than 1 % of the schedules");
}

static void
add_unknown(struct str *out, const struct report *report)
{
  const struct engine_result *result = &report->result;
  add_limit(out, report, result->limit, result->phase, result->reason);
  bool parts = result->share > 0 || result->parts_done;
  bool some = parts && !report->options->part.tiles;
  if (!result->answered && !report->instances.none && !parts)
    str_add(out, "; nothing was covered");
  if (result->answered) {
    str_add(out, "; what was looked for before that does not happen within ");
    add_bounds(out, report, " and ");
    parts_describe(out, &report->options->part);
  }
  if (report->instances.none) {
    str_add(out, "; no bug ");
    add_instances(out, report);
  } else if (some) {
    str_add(out, "; no bug in ");
    add_share(out, result->share, result->parts_done, result->parts_open);
  }
  if (result->answered || report->instances.none || some)
    add_conditions(out, report);
}

/* How far the stage came that the limit ended. */
static void
add_open(struct str *out, const struct report *report)
{
  const struct deepening *deepening = &report->progress->deepening;
  const struct stage *stage = &deepening->stages[deepening->done], *last = stage - 1;
  if (stage->rounds != last->rounds)
    add_count(out, stage->rounds, "round");
  else if (!last->unwind || stage->unwind <= last->unwind)
    str_add(out, "larger objects");
  else
    add_count(out, stage->unwind, "unwinding");
  str_add(out, ": ");
  if (report->open.share > 0 || report->open.parts_done)
    add_share(out, report->open.share, report->open.parts_done, report->open.parts_open);
  else
    str_add(out, "not decided");
  str_add(out, " (");
  add_limit(out, report, report->open.limit, report->open.phase, report->open.reason);
  str_add(out, ")");
}

/* The last stage without a bug; NULL = there is none. */
static const struct stage *
last_done(const struct report *report)
{
  const struct deepening *deepening = &report->progress->deepening;
  return deepening->done ? &deepening->stages[deepening->done - 1] : NULL;
}

void
report_reason(struct str *out, const struct report *report)
{
  switch (report->result.verdict) {
  case VERDICT_BUG:
  case VERDICT_SAFE:
    break;
  case VERDICT_BOUNDED:
    if (report_is_assumed(report))
      add_assumed(out, report, "; ");
    else if (report->open.is)
      add_open(out, report);
    else
      add_bounded(out, report);
    break;
  case VERDICT_UNKNOWN:
    add_unknown(out, report);
    break;
  case VERDICT_INTERNAL:
    str_add(out, report->result.reason);
    if (last_done(report)) {
      str_add(out, "; before that, no bug within ");
      add_covered(out, report, last_done(report));
      add_conditions(out, report);
    }
    break;
  }
}

static void
add_effort(struct str *out, const struct report *report)
{
  struct str configuration = {0};
  add_configuration(&configuration, report);
  str_add(out, " (");
  add_bounds(out, report, ", ");
  str_printf(out, ", %.1f s%s%s)", report->seconds, configuration.n ? "; " : "",
             str_text(&configuration));
  str_free(&configuration);
  report_memory(out, report);
}

static void
add_verdict(struct str *out, const struct report *report)
{
  switch (report->result.verdict) {
  case VERDICT_BUG:
    str_add(out, "bug: ");
    add_bug(out, report);
    if (report->instances.buggy.n)
      str_printf(out, " in the instance '%s'", str_text(&report->instances.buggy));
    add_effort(out, report);
    if (check_is_weak(report->options->load.memory) && !report_is_late(report))
      str_add(out, ", though no store is late");
    break;
  case VERDICT_SAFE:
    str_add(out, "no bug: all schedules and all iterations");
    add_effort(out, report);
    break;
  case VERDICT_BOUNDED:
    if (report_is_assumed(report)) {
      str_add(out, "no bug, assuming what is listed below: all schedules and all iterations");
      add_effort(out, report);
      return;
    }
    str_add(out, "no bug within ");
    add_covered(out, report, report_stage(report));
    parts_describe(out, &report->options->part);
    add_conditions(out, report);
    if (report->options->part.tiles) {
      str_add(out, ", ");
      add_instances(out, report);
    }
    str_add(out, "; ");
    break;
  case VERDICT_UNKNOWN:
    str_add(out, "unknown: ");
    break;
  case VERDICT_INTERNAL:
    str_add(out, "internal error: ");
    break;
  }
  report_reason(out, report);
}

/* Nobody checks a solver, or another verifier, that finds nothing. */
void
report_believed(struct str *out, const struct report *report)
{
  const struct engine_result *result = &report->result;
  const struct instances *instances = &report->instances;
  const char *command = report->options->engine.text;
  const struct backend *backend = check_backend(report->options);
  bool nothing = result->verdict == VERDICT_SAFE || result->verdict == VERDICT_BOUNDED;
  if (instances->believed && result->verdict != VERDICT_BUG)
    str_printf(out, "the answers of %s that there is none, for %u of the instances",
               str_text(&instances->believed_whom), instances->believed);
  else if (nothing && command)
    str_printf(out, "the answer of the solver '%s' that there is none", command);
  else if (nothing && backend)
    str_printf(out, "the answer of %s that there is none", backend->name);
}

static void
add_believed(struct str *out, const struct report *report)
{
  const struct engine_result *result = &report->result;
  struct str believed = {0};
  report_believed(&believed, report);
  if (believed.n)
    str_printf(out, "believed: %s\n", str_text(&believed));
  if (believed.n && result->verdict != VERDICT_UNKNOWN && result->trouble.n)
    str_printf(out, "not known which loops are cut: %s\n", str_text(&result->trouble));
  str_free(&believed);
}

/* "3-5,17": the shares of which something is left. */
static void
add_left(struct str *out, const struct instances *instances)
{
  const char *between = "left: tasks ";
  for (size_t i = 0; i < instances->left_in.n && instances->left; i++) {
    size_t first = i;
    if (!instances->left_in.at[i])
      continue;
    while (i + 1 < instances->left_in.n && instances->left_in.at[i + 1])
      i++;
    str_printf(out, i > first ? "%s%zu-%zu" : "%s%zu", between, first + 1, i + 1);
    between = ",";
  }
  if (instances->left)
    str_printf(out, " (%u instance%s)\n", instances->left, instances->left == 1 ? "" : "s");
}

void
report_verdict(struct str *out, const struct report *report)
{
  add_verdict(out, report);
  str_add(out, "\n");
  size_t before = out->n;
  add_assumed(out, report, "\nassumed: ");
  if (out->n > before)
    str_add(out, "\n");
  for (size_t i = 0; i < report->notes.n; i++)
    str_printf(out, "note: %s\n", report->notes.at[i]);
  add_believed(out, report);
  add_left(out, &report->instances);
  report_replay(out, report);
}

/* What is not the program's own doing: ", with emulated store buffers and scripted results" */
static void
add_reservations(struct str *out, const struct report *report)
{
  bool late = report->replay.late;
  if (late)
    str_add(out, ", with emulated store buffers");
  if (report->replay.scripted.library)
    str_add(out, late ? " and scripted results" : ", with scripted results");
  if (report->replay.checker)
    str_printf(out, ", up to a check by Heddle's model of %s", report->replay.checker);
}

static void
add_scripted(struct str *out, const struct scripted *scripted)
{
  enum { MOST = 8 };
  for (size_t i = 0; i < scripted->words.n && i < MOST; i++)
    str_printf(out, "scripted: %s\n", scripted->words.at[i]);
  if (scripted->words.n > MOST)
    str_printf(out, "scripted: and %zu more\n", scripted->words.n - MOST);
}

void
report_replay(struct str *out, const struct report *report)
{
  if (!report->replay.folder || report->replay.outcome == REPLAY_FAILED)
    return;
  if (report->replay.outcome == REPLAY_IMPOSSIBLE) {
    str_printf(out, "not replayed natively: %s\n", str_text(&report->replay.text));
    return;
  }
  bool reproduced = report->replay.outcome == REPLAY_REPRODUCED;
  str_add(out, reproduced ? "reproduced natively" : "not reproduced natively");
  add_reservations(out, report);
  str_printf(out, ": %s; the program is %s/replay\n", str_text(&report->replay.text),
             report->replay.folder);
  add_scripted(out, &report->replay.scripted);
}

int
report_exit_code(const struct report *report)
{
  if (report->replay.folder && report->replay.outcome == REPLAY_DIVERGED)
    return EXIT_INTERNAL;
  static const int codes[] = {
    [VERDICT_BUG] = EXIT_BUG,           [VERDICT_SAFE] = EXIT_SAFE,
    [VERDICT_BOUNDED] = EXIT_OPEN,      [VERDICT_UNKNOWN] = EXIT_OPEN,
    [VERDICT_INTERNAL] = EXIT_INTERNAL,
  };
  return codes[report->result.verdict];
}
