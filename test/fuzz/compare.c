/* The checks:
 * - brute force, if it can go that far, has the same verdict as SAT, and the same opinion on
 *   whether the unwinding bounds cut anything; on the way it audits the analysis
 *   (engine/explicit.c);
 * - brute force with a label at every event has that verdict too: what labels.c calls invisible is;
 * - so they have on a part of the schedules: an instance of some tiling, with few switches, or with
 *   threads that are idle in some rounds;
 * - SAT without some of its reductions has the same verdict;
 * - one order of labels finds what rounds find, and what brute force finds in all schedules, if that
 *   can go so far (sequential consistency);
 * - what visits the states of the program itself (vm/vm.h) finds no bug only where there is none, and
 *   only bugs that there are;
 * - what is a bug within some bounds is a bug within larger ones;
 * - what is proved safe has no bug within any bounds, also larger ones than compared otherwise.
 *
 * All this under sequential consistency and under one of the weak memory models, under which
 * whatever was a bug before still is one.
 *
 * Decisions depend on the seed alone; hence brute force is limited by states, not by time. */
#include "compare.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "dice.h"
#include "engine/engine.h"
#include "ir/text.h"
#include "memmodel/memmodel.h"
#include "tiling/selection.h"
#include "unfold/unfold.h"
#include "vm/vm.h"

const char *
finding_words(enum finding finding)
{
  static const char *const words[] = {
#define X(name, text) [FINDING_##name] = text,
    FINDINGS(X)
#undef X
  };
  return words[finding];
}

enum { ROUNDS_ALL = 8 };

struct comparison {
  struct report *report;
  const struct compare_options *options;
  struct dice dice;
  unsigned property;
  const struct prog *prog;
  struct labels labels;
  struct labels fine; /* one for each event */
  unsigned unwind;
  enum memory_model memory;
  bool proved;                /* under that */
  bool lies;                  /* SAT is to be misquoted, for a test */
  bool tired;                 /* brute force gave up with fewer rounds */
  bool bugs[ROUNDS_ALL];      /* by rounds: there is one, with these unwindings or fewer */
  const bool *bugs_of_strong; /* likewise, of the comparison under a stronger model; or NULL */
};

static void
found(struct comparison *c, enum finding finding, unsigned rounds, const char *format, ...)
{
  va_list args;
  if (c->report->finding)
    return;
  c->report->finding = finding;
  c->report->rounds = rounds;
  c->report->unwind = c->unwind;
  c->report->memory = c->memory;
  va_start(args, format);
  vsnprintf(c->report->text, sizeof c->report->text, format, args);
  va_end(args);
}

/* ---- the opinions ----------------------------------------------------------------- */

struct opinion {
  bool known, bug, safe;
  bool loops_known, loops_complete;
};

static struct opinion
opinion_of(struct comparison *c, const struct engine_result *result, unsigned rounds,
           const char *who)
{
  if (result->verdict == VERDICT_INTERNAL)
    found(c, FINDING_INTERNAL, rounds, "%s: %s", who, result->reason);
  return (struct opinion){
    .known = result->verdict <= VERDICT_BOUNDED,
    .bug = result->verdict == VERDICT_BUG,
    .safe = result->verdict == VERDICT_SAFE,
    .loops_known = result->loops_known,
    .loops_complete = result->loops_complete,
  };
}

static struct opinion
ask_solver(struct comparison *c, struct engine_options options, const char *who)
{
  struct engine_result result;
  double start = clock_now();
  options.seconds = c->options->seconds;
  engine_check(&result, c->prog, &c->labels, &options);
  if (c->lies && result.verdict == VERDICT_BUG)
    result.verdict = VERDICT_BOUNDED;
  struct opinion opinion = opinion_of(c, &result, options.rounds, who);
  c->report->unanswered += !opinion.known;
  engine_result_free(&result);
  c->report->seconds_sat += clock_now() - start;
  return opinion;
}

static struct opinion
ask_sat(struct comparison *c, struct engine_options options, const char *who)
{
  options.kind = ENGINE_SAT;
  return ask_solver(c, options, who);
}

/* The search asks before its first attempt and behind each one, which is four times as large. */
enum { ATTEMPTS = 2 };

static bool
enough(void *argument)
{
  unsigned *asked = argument;
  return ++*asked > ATTEMPTS;
}

static struct opinion
ask_brute(struct comparison *c, const struct labels *labels, unsigned rounds,
          const struct part *part)
{
  struct engine_result result;
  double start = clock_now();
  unsigned asked = 0;
  struct engine_options options = {
    .kind = ENGINE_EXPLICIT, .rounds = rounds, .part = part, .stop = enough, .argument = &asked};
  engine_check(&result, c->prog, labels, &options);
  struct opinion opinion = opinion_of(
    c, &result, rounds, labels == &c->labels ? "brute force" : "brute force, all labels");
  engine_result_free(&result);
  c->report->seconds_brute += clock_now() - start;
  return opinion;
}

/* ---- labels everywhere -------------------------------------------------------------- */

static void
add_label(struct labels *labels, enum label_kind kind, event_id first)
{
  if (labels->all.n)
    vec_last(&labels->all).end = first;
  vec_push(&labels->all, ((struct label){kind, first, first}));
}

/* Every event, or section, is a label of its own. */
static void
label_all(struct labels *labels, const struct prog *prog)
{
  for (thread_id t = 0; t < prog->threads.n; t++) {
    const struct thread *thread = &prog->threads.at[t];
    uint32_t first = (uint32_t)labels->all.n, section = 0;
    vec_push(&labels->first_of_thread, first);
    add_label(labels, LABEL_START, thread->first);
    for (event_id e = thread->first; e < thread->end; e++) {
      const struct event *event = &prog->events.at[e];
      if (!event->section || event->section != section)
        add_label(labels, LABEL_STEP, e);
      section = event->section;
      vec_push(&labels->of_event, (uint32_t)labels->all.n - 1 - first);
    }
    vec_last(&labels->all).end = thread->end;
  }
  vec_push(&labels->first_of_thread, (uint32_t)labels->all.n);
  vec_resize(&labels->visible, prog->events.n);
  memset(labels->visible.at, true, labels->visible.n);
  for (event_id e = 0; e < prog->events.n; e++)
    vec_push(&labels->late, memmodel_of(prog)->is_late(prog, &prog->events.at[e]));
}

/* ---- comparing ---------------------------------------------------------------------- */

static bool
has_cut(const struct prog *prog, bool in_section)
{
  for (size_t i = 0; i < prog->events.n; i++)
    if (prog->events.at[i].kind == EVENT_CUT && (!in_section || prog->events.at[i].section))
      return true;
  return false;
}

/* In a section, SAT takes every arrival at a cut for one (doc/encoding.md, "What is asked"). */
static void
compare_with_brute(struct comparison *c, unsigned rounds, struct opinion sat)
{
  if (c->tired)
    return;
  struct opinion brute = ask_brute(c, &c->labels, rounds, NULL);
  c->tired = !brute.known;
  if (!brute.known || !sat.known)
    return;
  c->report->decided++;
  if (brute.bug != sat.bug)
    found(c, FINDING_BRUTE, rounds, "SAT says %s, brute force %s", sat.bug ? "bug" : "no bug",
          brute.bug ? "bug" : "no bug");
  else if (brute.loops_known && sat.loops_known && brute.loops_complete != sat.loops_complete &&
           (sat.loops_complete || !has_cut(c->prog, true)))
    found(c, FINDING_LOOPS, rounds, "SAT says that loops are %s, brute force %s",
          sat.loops_complete ? "complete" : "cut", brute.loops_complete ? "complete" : "cut");
  if (rounds > 2 || c->prog->asks)
    return;
  struct opinion fine = ask_brute(c, &c->fine, rounds, NULL);
  c->report->labelled += fine.known;
  if (fine.known && fine.bug != brute.bug)
    found(c, FINDING_LABELS, rounds, "usual labels %s, a label at every event %s",
          brute.bug ? "bug" : "no bug", fine.bug ? "bug" : "no bug");
}

/* ---- parts ---- */

static void
close_some(struct comparison *c, struct part *part)
{
  struct tiling tiling;
  struct instance instance = {0};
  struct window window = {.size = 1 + dice_below(&c->dice, 4), .shift = dice_below(&c->dice, 4)};
  tiling_windows(&tiling, c->prog, &c->labels, window);
  struct selections *selections = selections_new(&tiling, 1 + dice_below(&c->dice, 2));
  selections_shuffle(selections, dice_below(&c->dice, 1000));
  if (selections_next(selections, &instance))
    instance_close(part, &instance, &tiling, &c->labels, c->prog);
  selections_free(selections);
  instance_free(&instance);
  tiling_free(&tiling);
}

static struct part
draw_part(struct comparison *c, unsigned rounds)
{
  struct part part = {0};
  unsigned kinds = 1 + dice_below(&c->dice, 7);
  if (kinds & 1)
    close_some(c, &part);
  if (kinds & 2) {
    part.counts = true;
    part.switches = dice_below(&c->dice, 6);
  }
  if (kinds & 4)
    for (size_t i = 0; i < rounds * c->prog->threads.n; i++)
      vec_push(&part.idle, dice_chance(&c->dice, 30));
  return part;
}

static void
compare_parts(struct comparison *c, unsigned rounds)
{
  if (c->tired || rounds < 2 || dice_chance(&c->dice, 50))
    return;
  struct part part = draw_part(c, rounds);
  struct engine_options options = {.rounds = rounds, .part = &part};
  struct opinion sat = ask_sat(c, options, "SAT, of a part");
  struct opinion brute = ask_brute(c, &c->labels, rounds, &part);
  if (sat.known && brute.known && sat.bug != brute.bug && !c->lies)
    found(c, FINDING_PART, rounds, "of %u switches, SAT says %s, brute force %s",
          part.counts ? part.switches : 0, sat.bug ? "bug" : "no bug",
          brute.bug ? "bug" : "no bug");
  part_free(&part);
}

static void
compare_reductions(struct comparison *c, unsigned rounds, struct opinion sat)
{
  unsigned off = 1 + dice_below(&c->dice, 15);
  struct engine_options options = {
    .rounds = rounds,
    .seed = dice_below(&c->dice, 1000),
    .no_narrow = off & 1,
    .no_slice = off & 2,
    .no_grow = off & 4,
    .no_guess = off & 8,
  };
  char who[64];
  snprintf(who, sizeof who, "SAT%s%s%s%s", off & 1 ? " --no-narrow" : "",
           off & 2 ? " --no-slice" : "", off & 4 ? " --no-grow" : "", off & 8 ? " --no-guess" : "");
  struct opinion other = ask_sat(c, options, who);
  if (!other.known || !sat.known)
    return;
  if (other.bug != sat.bug)
    found(c, FINDING_REDUCTION, rounds, "SAT says %s, %s %s", sat.bug ? "bug" : "no bug", who,
          other.bug ? "bug" : "no bug");
  else if (other.loops_known && sat.loops_known && other.loops_complete != sat.loops_complete)
    found(c, FINDING_REDUCTION, rounds, "SAT says that loops are %s, %s %s",
          sat.loops_complete ? "complete" : "cut", who, other.loops_complete ? "complete" : "cut");
}

/* What the report says of bugs is about sequential consistency. */
static void
note_bug(struct comparison *c, unsigned rounds)
{
  struct report *report = c->report;
  if (c->proved)
    found(c, FINDING_SAFE, rounds, "no bug whatever the bounds, but with these there is one");
  report->weak_bug |= c->memory != MEMORY_SC;
  if (report->bug_rounds || c->memory != MEMORY_SC)
    return;
  report->bug_rounds = rounds;
  report->bug_unwind = c->unwind;
}

static struct opinion
compare_at(struct comparison *c, unsigned rounds, bool bug_before)
{
  struct opinion sat = ask_sat(c, (struct engine_options){.rounds = rounds}, "SAT");
  c->report->asked++;
  compare_with_brute(c, rounds, sat);
  compare_reductions(c, rounds, sat);
  compare_parts(c, rounds);
  if (sat.known && !sat.bug && bug_before)
    found(c, FINDING_ROUNDS, rounds, "a bug with one round less, but none here");
  if (sat.known && !sat.bug && c->bugs[rounds])
    found(c, FINDING_UNWIND, rounds, "a bug with one unwinding less, but none here");
  if (sat.known && !sat.bug && c->bugs_of_strong && c->bugs_of_strong[rounds])
    found(c, FINDING_MEMORY, rounds, "a bug under sc, but none under %s",
          memmodel_get(c->memory)->name);
  if (sat.bug)
    note_bug(c, rounds);
  c->proved |= sat.safe;
  c->bugs[rounds] |= sat.bug;
  return sat;
}

/* ---- all schedules ---- */

enum { ALL_STATES = 200000, ALL_INPUT_BITS = 8 };

static void
compare_all(struct comparison *c, struct opinion order)
{
  struct exploration brute;
  interp_explore_all(&brute, c->prog, &c->labels,
                     &(struct all_limits){.max_states = ALL_STATES,
                                          .max_input_bits = ALL_INPUT_BITS,
                                          .unreduced = true});
  bool bug = brute.verdict == EXPLORE_BUG;
  if (brute.verdict != EXPLORE_GAVE_UP && order.known) {
    c->report->ordered++;
    if (order.bug != bug)
      found(c, FINDING_ORDER, 0, "order says %s, brute force %s", order.bug ? "bug" : "no bug",
            bug ? "bug" : "no bug");
    else if (!bug && order.loops_known && order.loops_complete == brute.cut &&
             (order.loops_complete || !has_cut(c->prog, true)))
      found(c, FINDING_ORDER, 0, "order says that loops are %s, brute force not",
            order.loops_complete ? "complete" : "cut");
  }
  exploration_free(&brute);
}

/* Of rounds: there is a bug, or it is proved that there is none. Order may be divided. */
static void
compare_order(struct comparison *c, bool bug, bool safe)
{
  if (c->memory != MEMORY_SC)
    return;
  struct engine_options options = {.kind = ENGINE_ORDER, .lazily = dice_chance(&c->dice, 50)};
  if (dice_chance(&c->dice, 25)) {
    options.jobs = 2;
    options.leaves = 3;
    options.slice = 20;
  }
  struct opinion order = ask_solver(c, options, options.jobs ? "divided order" : "order");
  if (order.known && order.bug != bug && (bug || safe) && !c->lies)
    found(c, FINDING_ORDER, 0, "order says %s, SAT %s", order.bug ? "bug" : "no bug",
          bug ? "bug" : "no bug");
  else if (!c->lies)
    compare_all(c, order);
  c->proved |= order.safe;
}

static void
compare_prog(struct comparison *c)
{
  bool bug = false, safe = false;
  c->tired = false;
  for (unsigned rounds = 1; rounds <= c->options->rounds_most; rounds++) {
    struct opinion sat = compare_at(c, rounds, bug);
    bug |= sat.bug;
    safe |= sat.safe;
  }
  if (safe && ask_sat(c, (struct engine_options){.rounds = c->options->rounds_most + 2}, "SAT").bug)
    note_bug(c, c->options->rounds_most + 2);
  compare_order(c, bug, safe);
}

/* Printed and parsed, a prog is the same. */
static bool
same_text(const struct prog *prog, struct diags *diags)
{
  struct str first = {0}, second = {0};
  prog_print(&first, prog, NULL);
  struct prog *again = prog_parse(str_text(&first), "program", diags);
  if (again)
    prog_print(&second, again, NULL);
  bool same = again && !strcmp(str_text(&first), str_text(&second));
  if (again)
    prog_free(again);
  str_free(&first);
  str_free(&second);
  return same;
}

static const struct frontend_file program_file = {.path = "program"};

static struct frontend_options
options_of(const struct comparison *c, const char *entry, const struct program *program)
{
  return (struct frontend_options){.files = &program_file,
                                   .n_files = 1,
                                   .unwind = c->unwind,
                                   .entry = entry,
                                   .malloc_fails = program->malloc_fails,
                                   .reuse = program->reuse,
                                   .no_spurious = program->no_spurious,
                                   .stores_late = memmodel_get(c->memory)->stores_late,
                                   .property = c->property};
}

static struct prog *
unfold(struct comparison *c, const struct frontend *frontend, const char *entry,
       const struct program *program)
{
  struct diags diags = {0};
  struct frontend_options options = options_of(c, entry, program);
  double start = clock_now();
  struct prog *prog = unfold_program(frontend, &options, &diags);
  if (prog)
    prog_restrict(prog, c->property, false);
  const char *reason = diags.all.n ? diags.all.at[0].text : "no reason given";
  if (!prog)
    found(c, FINDING_INPUT, 0, "%s", reason);
  else if (!prog_check(prog, &diags) || (c->unwind == 1 && !same_text(prog, &diags)))
    found(c, FINDING_PROG, 0, "%s", diags.all.n ? diags.all.at[0].text : "another text");
  diags_free(&diags);
  c->report->seconds_front += clock_now() - start;
  return prog;
}

static void
compare_under(struct comparison *c, const struct prog *prog)
{
  struct prog *copy = prog_copy(prog);
  copy->memory = c->memory;
  c->prog = copy;
  labels_find(&c->labels, copy);
  label_all(&c->fine, copy);
  compare_prog(c);
  labels_free(&c->labels);
  labels_free(&c->fine);
  c->labels = c->fine = (struct labels){0};
  prog_free(copy);
}

/* ---- the program itself ---- */

enum { VISITED_STATES = 30000 };

/* Does the route to the bug lead to one in the prog? */
static bool
is_followed(const struct comparison *c, const struct frontend *frontend,
            struct frontend_options options, const struct route *route)
{
  struct diags diags = {0};
  struct labels labels;
  struct schedule schedule;
  struct run run;
  event_id at;
  options.points = true;
  options.unwind = c->options->unwind_most;
  struct prog *prog = unfold_program(frontend, &options, &diags);
  diags_free(&diags);
  if (!prog)
    return false;
  prog_restrict(prog, c->property, false);
  labels_find(&labels, prog);
  bool bug = interp_follow(&schedule, &at, prog, &labels, route) == FOLLOW_BUG;
  interp_run(&run, prog, &labels, &schedule);
  bug = bug && (run.end == RUN_VIOLATION || run.end == RUN_DEADLOCK);
  run_free(&run);
  schedule_free(&schedule);
  labels_free(&labels);
  prog_free(prog);
  return bug;
}

static void
compare_states(struct comparison *c, const struct frontend *frontend, const char *entry,
               const struct program *program)
{
  struct frontend_options options = options_of(c, entry, program);
  struct vm_result result;
  vm_search(&result, frontend, &options, &(struct vm_limits){.states = VISITED_STATES});
  c->report->visited = result.verdict != VM_OPEN;
  if (result.verdict == VM_RIGHT && c->report->bug_rounds && !c->lies)
    found(c, FINDING_STATES, c->report->bug_rounds, "SAT says bug, visiting states no bug");
  else if (result.verdict == VM_WRONG && c->proved && !c->lies)
    found(c, FINDING_STATES, 0, "SAT says that there is no bug, visiting states bug");
  c->report->met = result.verdict == VM_WRONG;
  if (c->report->met)
    c->report->followed = is_followed(c, frontend, options, &result.route);
  vm_result_free(&result);
}

void
compare(struct report *report, const struct frontend *frontend, const char *entry,
        const struct program *program, const struct compare_options *options)
{
  struct comparison c = {.report = report,
                         .options = options,
                         .dice = dice_new(program->seed, 2),
                         .property = report->property};
  struct str text = {0};
  program_print(&text, program);
  c.lies = options->pretend && strstr(str_text(&text), options->pretend);
  str_free(&text);
  struct comparison weak = c;
  weak.dice = dice_new(program->seed, 6);
  weak.memory = dice_chance(&weak.dice, 50) ? MEMORY_TSO : MEMORY_PSO;
  weak.bugs_of_strong = c.bugs;
  bool more = true;
  for (unsigned i = 1; i <= options->unwind_most && more && !report->finding; i++) {
    c.unwind = weak.unwind = i;
    struct prog *prog = unfold(&c, frontend, entry, program);
    if (!prog)
      return;
    compare_under(&c, prog);
    if (!report->finding)
      compare_under(&weak, prog);
    /* without a cut, more unwinding gives the same prog */
    more = has_cut(prog, false);
    prog_free(prog);
  }
  report->proved = c.proved;
  compare_states(&c, frontend, entry, program);
}

enum { DEEP_ROUNDS = 10, DEEP_UNWIND = 6 };

void
compare_deep(struct report *report, const struct frontend *frontend, const char *entry,
             const struct program *program, const struct compare_options *options)
{
  struct comparison c = {.report = report,
                         .options = options,
                         .dice = dice_new(program->seed, 4),
                         .property = PROPERTY_ASSERT};
  bool more = true;
  c.memory = MEMORY_TSO; /* of the machine */
  for (c.unwind = 1; c.unwind <= DEEP_UNWIND && more; c.unwind++) {
    struct prog *prog = unfold(&c, frontend, entry, program);
    if (!prog)
      return;
    prog->memory = c.memory;
    c.prog = prog;
    labels_find(&c.labels, prog);
    struct opinion sat = ask_sat(&c, (struct engine_options){.rounds = DEEP_ROUNDS}, "SAT");
    if (sat.known && !sat.bug && sat.loops_known && sat.loops_complete)
      found(&c, FINDING_NATIVE, DEEP_ROUNDS, "a run has failed, SAT says no bug");
    more = sat.known && !sat.bug && !report->finding;
    labels_free(&c.labels);
    prog_free(prog);
  }
}
