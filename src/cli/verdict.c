#include "cli/check.h"

#include <string.h>

#include "trace/model.h"

static void
add_count(struct str *out, unsigned n, const char *noun)
{
  str_printf(out, "%u %s%s", n, noun, n == 1 ? "" : "s");
}

static void
add_bounds(struct str *out, const struct report *report, const char *between)
{
  add_count(out, report->rounds, "round");
  str_add(out, between);
  add_count(out, report->options->load.unwind, "unwinding");
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
    str_add(out, "; command lines with arguments");
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

/* Nothing was left out, and yet it is no proof. */
static bool
only_assumed(const struct report *report)
{
  const struct engine_result *result = &report->result;
  return result->verdict == VERDICT_BOUNDED && result->rounds_complete && result->loops_complete;
}

static void
add_assumed(struct str *out, const struct prog *prog)
{
  for (size_t i = 0; i < prog->assumed.n; i++)
    str_printf(out, "%s%s", i ? "; " : "assumed: ", prog->assumed.at[i]);
}

static void
add_bounded(struct str *out, const struct report *report)
{
  struct str open = {0};
  if (!report->result.rounds_complete)
    parts_describe_rest(&open, &report->options->part, report->rounds, report->prog->threads.n);
  if (!report->result.loops_complete)
    add_loops(&open, report);
  str_printf(out, "not covered: %s", str_text(&open) + (open.n ? 2 : 0));
  str_free(&open);
}

static void
add_unknown(struct str *out, const struct report *report)
{
  const struct engine_result *result = &report->result;
  if (result->limit == LIMIT_TIME)
    str_printf(out, "time limit of %g s reached while %s", report->options->seconds, result->phase);
  else if (result->limit == LIMIT_INTERRUPT)
    str_printf(out, "interrupted while %s", result->phase);
  else
    str_add(out, result->reason);
  if (result->answered) {
    str_add(out, "; what was looked for before that does not happen within ");
    add_bounds(out, report, " and ");
    parts_describe(out, &report->options->part);
  }
}

void
report_reason(struct str *out, const struct report *report)
{
  switch (report->result.verdict) {
  case VERDICT_BUG:
  case VERDICT_SAFE:
    break;
  case VERDICT_BOUNDED:
    if (only_assumed(report))
      add_assumed(out, report->prog);
    else
      add_bounded(out, report);
    break;
  case VERDICT_UNKNOWN:
    add_unknown(out, report);
    break;
  case VERDICT_INTERNAL:
    str_add(out, report->result.reason);
    break;
  }
}

static void
add_effort(struct str *out, const struct report *report)
{
  str_add(out, " (");
  add_bounds(out, report, ", ");
  str_printf(out, ", %.1f s)", report->seconds);
}

static void
add_verdict(struct str *out, const struct report *report)
{
  switch (report->result.verdict) {
  case VERDICT_BUG:
    str_add(out, "bug: ");
    add_bug(out, report);
    add_effort(out, report);
    break;
  case VERDICT_SAFE:
    str_add(out, "no bug: every schedule and every loop was covered");
    add_effort(out, report);
    break;
  case VERDICT_BOUNDED:
    if (only_assumed(report)) {
      str_add(out, "no bug, assuming what is listed below; every schedule and loop was covered");
      add_effort(out, report);
      return;
    }
    str_add(out, "no bug within ");
    add_bounds(out, report, " and ");
    parts_describe(out, &report->options->part);
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

void
report_verdict(struct str *out, const struct report *report)
{
  const struct prog *prog = report->prog;
  add_verdict(out, report);
  str_add(out, "\n");
  for (size_t i = 0; prog && i < prog->assumed.n; i++)
    str_printf(out, "assumed: %s\n", prog->assumed.at[i]);
  report_replay(out, report);
}

void
report_replay(struct str *out, const struct report *report)
{
  if (!report->replay.folder || report->replay.outcome == REPLAY_FAILED)
    return;
  bool reproduced = report->replay.outcome == REPLAY_REPRODUCED;
  str_printf(out, "%s natively: %s; the program is %s/replay\n",
             reproduced ? "reproduced" : "not reproduced", str_text(&report->replay.text),
             report->replay.folder);
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
