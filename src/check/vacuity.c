/* Notes on assertions: that the program has none, that NDEBUG has removed them, that no run within
 * the bounds reaches one of them, or any. They do not change the verdict: what the bounds exclude
 * is a cut, which is no proof anyway, and what the program's own assumptions exclude is its own
 * business.
 *
 * Why nobody comes to an assertion is told by example: where its thread stands at the end of some
 * run. */
#include "check/vacuity.h"

#include <inttypes.h>
#include <string.h>

#include "engine/reach.h"
#include "trace/model.h"

enum { MOST_LINES = 3 };

static void
add_note(struct report *report, const struct str *text)
{
  const char *note = arena_strdup(&report->arena, str_text(text));
  vec_push(&report->notes, note);
}

/* ---- why? ---- */

static void
add_place(struct str *out, const struct prog *prog, place_id place)
{
  const struct place *at = &prog->places.at[place_of_user(prog, place)];
  str_printf(out, "line %" PRIu32, at->line);
}

static void
add_cut(struct str *out, const struct prog *prog, const struct event *event)
{
  const struct loop *loop = &prog->loops.at[event->loop];
  if (!*loop->function) {
    str_add(out, "main is not checked with arguments");
    return;
  }
  str_add(out, loop->sizes ? "what is made at " : "the loop at ");
  add_place(out, prog, loop->place);
  if (loop->sizes)
    str_printf(out, " is larger than the sizes tried, up to %" PRIu32 " bytes", loop->bound);
  else
    str_printf(out, " is cut after %" PRIu32 " iteration%s", loop->bound,
               loop->bound == 1 ? "" : "s");
}

/* Where the run ends that we have looked at; nothing if there is nothing to be told. */
static void
add_reason(struct str *out, const struct report *report, thread_id thread)
{
  const struct prog *prog = report->prog;
  event_id at = engine_stands(prog, &report->labels, report_rounds(report), thread);
  if (at == STANDS_AT_LAST_ROUND)
    str_add(out, " (that takes more rounds)");
  if (at == STANDS_AT_LAST_ROUND || at == STANDS_NOWHERE)
    return;
  const struct event *event = &prog->events.at[at];
  bool returns = event->kind == EVENT_ASSUME && at + 1 == prog->threads.at[0].end;
  if (!returns && event->kind != EVENT_CUT && !place_of_user(prog, event->place))
    return;
  str_add(out, " (");
  if (event->kind == EVENT_CUT) {
    add_cut(out, prog, event);
  } else if (returns) {
    str_add(out, "main returns before");
  } else {
    str_add(out, event->kind == EVENT_ASSUME ? "runs end at " : "threads wait at ");
    add_place(out, prog, event->place);
  }
  str_add(out, ")");
}

/* ---- which? ---- */

struct missed {
  place_id place;
  thread_id thread; /* that would come there */
};
typedef VEC(struct missed) missed_list;

static bool
same_line(const struct prog *prog, place_id a, place_id b)
{
  const struct place *x = &prog->places.at[a], *y = &prog->places.at[b];
  return x->line == y->line && x->file && y->file && !strcmp(x->file, y->file);
}

/* One entry for each line. */
static void
add_missed(missed_list *missed, const struct prog *prog, place_id place, thread_id thread)
{
  for (size_t i = 0; i < missed->n; i++)
    if (same_line(prog, missed->at[i].place, place))
      return;
  vec_push(missed, ((struct missed){place, thread}));
}

/* Tests that nobody passes, or that are not there. Counts lines that somebody passes. */
static void
find_missed(missed_list *missed, const struct prog *prog, const struct reach *reach,
            unsigned *passed)
{
  missed_list reached = {0};
  for (event_id e = 0; e < prog->events.n; e++) {
    if (prog->events.at[e].kind != EVENT_MARK)
      continue;
    missed_list *list = reach->reached.at[e] ? &reached : missed;
    add_missed(list, prog, prog->events.at[e].place, prog_thread_of(prog, e));
  }
  *passed = (unsigned)reached.n;
  for (size_t i = 0; i < prog->tests.n; i++) {
    add_missed(&reached, prog, prog->tests.at[i], 0);
    if (reached.n > *passed) { /* it was not among them */
      reached.n = *passed;
      add_missed(missed, prog, prog->tests.at[i], 0);
    }
  }
  vec_free(&reached);
}

static void
tell_missed(struct report *report, const missed_list *missed, bool none)
{
  struct str text = {0};
  for (size_t i = 0; i < missed->n && i < MOST_LINES; i++) {
    const struct place *place = &report->prog->places.at[missed->at[i].place];
    str_printf(&text, "%s%s:%" PRIu32,
               i      ? ", "
               : none ? "no assertion was reached: no run comes to "
                      : "no run comes to the assertion at ",
               place->file, place->line);
  }
  if (missed->n > MOST_LINES)
    str_printf(&text, " and %zu more", missed->n - MOST_LINES);
  add_reason(&text, report, missed->at[0].thread);
  add_note(report, &text);
  str_free(&text);
}

static void
tell_no_assertion(struct report *report, const struct source *source)
{
  struct str text = {0};
  if (load_ndebug(source))
    str_add(&text,
            "NDEBUG is defined, so that assert() looks at nothing; there is no other assertion");
  else
    str_add(&text, "the program has no assertion");
  add_note(report, &text);
  str_free(&text);
}

/* Is the verdict about the program with its loops, and not about what was unfolded? */
static bool
is_of_loops(const struct report *report)
{
  return report->result.whole && report->result.whole->loops && !report->result.whole->proves;
}

static void
tell_untested(struct report *report)
{
  struct str text = {0};
  str_add(&text, "no assertion was reached: no run comes to one");
  add_note(report, &text);
  str_free(&text);
}

/* ---- all ---- */

void
vacuity_find(struct report *report, const struct source *source,
             const struct engine_options *options, bool untested)
{
  const struct prog *prog = report->prog;
  enum verdict verdict = report->result.verdict;
  bool nothing = verdict == VERDICT_SAFE || verdict == VERDICT_BOUNDED;
  if (!nothing || !prog || load_is_prog(report->operands) ||
      !(report->options->load.property & PROPERTY_ASSERT))
    return;
  if (prog->no_assertion) {
    tell_no_assertion(report, source);
    return;
  }
  if (is_of_loops(report)) {
    if (untested)
      tell_untested(report);
    return;
  }
  struct reach reach = {0};
  missed_list missed = {0};
  unsigned passed;
  engine_reach(&reach, prog, options);
  find_missed(&missed, prog, &reach, &passed);
  if (reach.decided && missed.n)
    tell_missed(report, &missed, !passed);
  vec_free(&missed);
  reach_free(&reach);
}
