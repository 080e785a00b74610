/* The encoder against the interpreter, on random progs.
 *
 * Whole: for each number of rounds the solver finds a violation, or a cut where there is no
 * violation, exactly if exploring does, and what it finds executes.
 *
 * Schedule by schedule: a random one, put to the solver context by context as assumptions, has a
 * model exactly if the interpreter can run it, and in the model every load gives what it gave
 * there. Both with every value narrowed to the bits it needs and with all its bits.
 *
 * The encoder lets a thread pass a LABEL_STOP as soon as it can; so do the schedules here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/diag.h"
#include "encode/encode.h"
#include "encode/encoding.h"
#include "ir/text.h"
#include "random_prog.h"

/* ---- a prog and what belongs to it ---------------------------------------------- */

struct subject {
  struct tiny tiny;
  struct labels labels;
  struct values *values;
  struct ranges *ranges;
};

static struct subject
subject_of(struct tiny tiny)
{
  struct subject subject = {.tiny = tiny};
  struct diags diags = {0};
  bool good = prog_check(tiny.prog, &diags);
  if (!good)
    diags_print(&diags, stderr);
  assert_true(good);
  diags_free(&diags);
  labels_find(&subject.labels, tiny.prog);
  subject.values = values_find(tiny.prog);
  subject.ranges = ranges_find(tiny.prog, subject.values);
  return subject;
}

static void
subject_free(struct subject *subject)
{
  ranges_free(subject->ranges);
  values_free(subject->values);
  labels_free(&subject->labels);
  tiny_free(&subject->tiny);
}

/* A failure is worth nothing without the prog. */
static void
expect(const struct subject *subject, const struct schedule *schedule, bool holds)
{
  if (holds)
    return;
  struct str text = {0};
  prog_print(&text, subject->tiny.prog, NULL);
  for (size_t i = 0; schedule && i < schedule->contexts.n; i++)
    str_printf(&text, "; context: thread %u up to label %u\n", schedule->contexts.at[i].thread,
               schedule->contexts.at[i].labels);
  fputs(str_text(&text), stderr);
  str_free(&text);
  fail();
}

struct clauses {
  struct sat *sat;
  struct encoding *encoding;
};

static struct clauses
clauses_of(const struct subject *subject, unsigned rounds, bool narrow)
{
  struct clauses clauses = {.sat = sat_cadical(rounds)};
  clauses.encoding = encode(subject->tiny.prog, &subject->labels, subject->values,
                            narrow ? subject->ranges : NULL, rounds, NULL, &clauses.sat->sink);
  return clauses;
}

static void
clauses_free(struct clauses *clauses)
{
  encoding_free(clauses->encoding);
  clauses->sat->ops->free(clauses->sat);
}

/* ---- the whole -------------------------------------------------------------------- */

static bool
ask(const struct clauses *clauses, int question)
{
  if (!question)
    return false;
  enum sat_answer answer = clauses->sat->ops->solve(clauses->sat, &question, 1, NULL);
  assert_int_not_equal(answer, SAT_UNKNOWN);
  return answer == SAT_SAT;
}

/* Runs the schedule of the solver's model. */
static void
run_model(const struct subject *subject, const struct clauses *clauses, struct run *run)
{
  struct schedule schedule = {0};
  encoding_schedule(clauses->encoding, clauses->sat, &schedule);
  interp_run(run, subject->tiny.prog, &subject->labels, &schedule);
  schedule_free(&schedule);
}

struct count {
  unsigned bugs, late, safe, cuts, gave_up; /* late: not with one round less */
  unsigned deadlocks, races;
  unsigned can, cannot, fails, loads; /* schedules that can be run; values compared */
};

static enum explore_verdict
compare_verdicts(const struct subject *subject, const struct clauses *clauses, unsigned rounds,
                 struct count *count)
{
  struct exploration exploration;
  interp_explore(&exploration, subject->tiny.prog, &subject->labels, rounds,
                 (struct explore_limits){.max_states = 200000, .max_input_bits = 8});
  enum explore_verdict verdict = exploration.verdict;
  bool cut = exploration.cut;
  exploration_free(&exploration);
  count->gave_up += verdict == EXPLORE_GAVE_UP;
  if (verdict == EXPLORE_GAVE_UP)
    return verdict;
  struct run run;
  enum question question = QUESTION_VIOLATION;
  while (question < QUESTION_CUT && !ask(clauses, encoding_question(clauses->encoding, question)))
    question++;
  expect(subject, NULL, (question < QUESTION_CUT) == (verdict == EXPLORE_BUG));
  if (verdict == EXPLORE_BUG) {
    static const enum run_end ends[] = {RUN_VIOLATION, RUN_DEADLOCK, RUN_RACE};
    run_model(subject, clauses, &run);
    expect(subject, NULL, run.end == ends[question]);
    count->deadlocks += run.end == RUN_DEADLOCK;
    count->races += run.end == RUN_RACE;
    run_free(&run);
    return verdict;
  }
  expect(subject, NULL, ask(clauses, encoding_question(clauses->encoding, QUESTION_CUT)) == cut);
  if (cut) {
    run_model(subject, clauses, &run);
    expect(subject, NULL, run.end == RUN_DONE && run.cut);
    run_free(&run);
  }
  count->safe++;
  count->cuts += cut;
  return verdict;
}

/* ---- schedule by schedule ----------------------------------------------------------- */

struct assumptions {
  VEC(lit) literals;
  bool impossible; /* one of them is the constant false */
};

static void
assume(struct assumptions *all, lit literal)
{
  if (literal == GATE_FALSE)
    all->impossible = true;
  else if (literal != GATE_TRUE)
    vec_push(&all->literals, literal);
}

static bool
has_model(const struct clauses *clauses, const struct assumptions *all)
{
  if (all->impossible)
    return false;
  struct sat *sat = clauses->sat;
  enum sat_answer answer = sat->ops->solve(sat, all->literals.at, all->literals.n, NULL);
  assert_int_not_equal(answer, SAT_UNKNOWN);
  return answer == SAT_SAT;
}

static void
assume_inputs(struct assumptions *all, const struct clauses *clauses, const struct prog *prog,
              const struct schedule *schedule)
{
  for (value_id v = 0; v < prog->values.n; v++) {
    const struct value *value = &prog->values.at[v];
    if (value->op != OP_INPUT)
      continue;
    const lit *bits = encode_value(clauses->encoding, v);
    for (unsigned i = 0; i < value->width; i++)
      assume(all, schedule->inputs.at[value->imm] >> i & 1 ? bits[i] : -bits[i]);
  }
}

static bool
model_holds(const struct clauses *clauses, lit literal)
{
  if (literal == GATE_TRUE || literal == GATE_FALSE)
    return literal == GATE_TRUE;
  return clauses->sat->ops->value(clauses->sat, literal);
}

static unsigned
compare_loads(const struct clauses *clauses, const struct subject *subject,
              const struct schedule *schedule, const struct run *run)
{
  const struct prog *prog = subject->tiny.prog;
  unsigned loads = 0;
  for (size_t i = 0; i < run->steps.n; i++) {
    const struct event *event = &prog->events.at[run->steps.at[i].event];
    if (event->kind != EVENT_LOAD)
      continue;
    const lit *bits = encode_value(clauses->encoding, event->value);
    uint64_t number = 0;
    for (unsigned bit = 0; bit < 8 * event->bytes; bit++)
      number |= (uint64_t)model_holds(clauses, bits[bit]) << bit;
    expect(subject, schedule, number == run->steps.at[i].value);
    loads++;
  }
  return loads;
}

struct walk {
  const struct subject *subject;
  const struct clauses *clauses;
  struct dice *dice;
  struct assumptions assumed;
  struct schedule schedule;
  uint32_t passed[RANDOM_THREADS];
  struct count *count;
};

/* What the interpreter says to one more context. */
static enum run_end
attempt(struct walk *walk, struct context context, struct run *run)
{
  const struct subject *subject = walk->subject;
  vec_push(&walk->schedule.contexts, context);
  interp_run(run, subject->tiny.prog, &subject->labels, &walk->schedule);
  walk->schedule.contexts.n--;
  return run->end;
}

/* Nobody can tell when it is passed: the encoder passes it at once. */
static bool
is_silent(const struct walk *walk, thread_id thread, uint32_t label)
{
  const struct labels *labels = &walk->subject->labels;
  return label < labels_count(labels, thread) &&
         labels_get(labels, thread, label)->kind != LABEL_STEP;
}

/* The context with what follows silently and does not stop the thread. */
static struct context
pass_silent(struct walk *walk, struct context context)
{
  while (is_silent(walk, context.thread, context.labels)) {
    struct run run;
    struct context longer = {context.thread, context.labels + 1};
    enum run_end end = attempt(walk, longer, &run);
    run_free(&run);
    if (end != RUN_DONE && end != RUN_VIOLATION)
      break;
    context = longer;
  }
  return context;
}

/* Labels up to that of the failing assertion are passed; nothing is said of what follows. */
static void
assume_violation(struct walk *walk, unsigned round, thread_id thread, event_id at)
{
  struct encoding *encoding = walk->clauses->encoding;
  for (uint32_t l = 0; l <= walk->subject->labels.of_event.at[at]; l++)
    assume(&walk->assumed, schedule_passed(encoding, thread, round, l));
  assume(&walk->assumed, encoding_question(encoding, QUESTION_VIOLATION));
}

/* Nothing is late in a walk. */
static void
assume_prompt(struct walk *walk, unsigned round, struct context context)
{
  const struct encoding *encoding = walk->clauses->encoding;
  for (uint32_t i = 0; i < encoding->buffer.stores.n; i++) {
    const struct buffered *store = &encoding->buffer.stores.at[i];
    if (store->thread == context.thread &&
        walk->subject->labels.of_event.at[store->event] < context.labels)
      assume(&walk->assumed, buffer_left(encoding, i, round));
  }
}

static void
assume_context(struct walk *walk, unsigned round, struct context context)
{
  const struct labels *labels = &walk->subject->labels;
  assume_prompt(walk, round, context);
  for (uint32_t l = 0; l < labels_count(labels, context.thread); l++) {
    lit passed = schedule_passed(walk->clauses->encoding, context.thread, round, l);
    assume(&walk->assumed, l < context.labels ? passed : -passed);
  }
}

/* One context; true if the walk can go on behind it. */
static bool
try_context(struct walk *walk, unsigned round, struct context context)
{
  const struct clauses *clauses = walk->clauses;
  size_t before = walk->assumed.literals.n;
  bool impossible = walk->assumed.impossible;
  struct run run;
  enum run_end end = attempt(walk, context, &run);
  if (end == RUN_VIOLATION)
    assume_violation(walk, round, context.thread, run.at);
  else
    assume_context(walk, round, context);
  bool can = end == RUN_DONE || end == RUN_VIOLATION;
  vec_push(&walk->schedule.contexts, context);
  expect(walk->subject, &walk->schedule, has_model(clauses, &walk->assumed) == can);
  if (can)
    walk->count->loads += compare_loads(clauses, walk->subject, &walk->schedule, &run);
  run_free(&run);
  walk->count->can += can;
  walk->count->fails += end == RUN_VIOLATION;
  walk->count->cannot += !can;
  if (end == RUN_DONE) {
    walk->passed[context.thread] = context.labels;
  } else if (!can) {
    walk->schedule.contexts.n--;
    walk->assumed.literals.n = before;
    walk->assumed.impossible = impossible;
  }
  return end != RUN_VIOLATION;
}

/* Some way for a thread to go; if it cannot be gone, the shortest. */
static bool
take_turn(struct walk *walk, unsigned round, thread_id thread)
{
  uint32_t here = walk->passed[thread];
  uint32_t left = labels_count(&walk->subject->labels, thread) - here;
  uint32_t ways[] = {here + roll(walk->dice, left + 1), here};
  size_t contexts = walk->schedule.contexts.n;
  bool more = true;
  for (unsigned i = 0; i < 2 && more && walk->schedule.contexts.n == contexts; i++)
    more = try_context(walk, round, pass_silent(walk, (struct context){thread, ways[i]}));
  return more;
}

static void
compare_walk(const struct subject *subject, const struct clauses *clauses, unsigned rounds,
             struct dice *dice, struct count *count)
{
  const struct prog *prog = subject->tiny.prog;
  struct walk walk = {.subject = subject, .clauses = clauses, .dice = dice, .count = count};
  random_choose_inputs(dice, prog, &walk.schedule);
  assume_inputs(&walk.assumed, clauses, prog, &walk.schedule);
  bool more = true;
  for (unsigned round = 0; round < rounds && more; round++)
    for (thread_id thread = 0; thread < prog->threads.n && more; thread++)
      more = take_turn(&walk, round, thread);
  schedule_free(&walk.schedule);
  vec_free(&walk.assumed.literals);
}

/* ---- many of them ----------------------------------------------------------------- */

enum { PROGS = 2000, ROUNDS = 3, WALKS = 2 };

static void
compare_prog(struct dice *dice, struct random_shape shape, bool narrow, struct count *count)
{
  static const unsigned asks[] = {0, PROPERTY_DEADLOCK, PROPERTY_RACE};
  struct subject subject = subject_of(random_prog(dice, shape));
  unsigned asked = asks[roll(dice, 3)];
  enum explore_verdict before = EXPLORE_SAFE;
  for (unsigned rounds = 1; rounds <= ROUNDS; rounds++) {
    subject.tiny.prog->asks = asked;
    struct clauses clauses = clauses_of(&subject, rounds, narrow);
    enum explore_verdict verdict = compare_verdicts(&subject, &clauses, rounds, count);
    count->bugs += verdict == EXPLORE_BUG;
    count->late += verdict == EXPLORE_BUG && before == EXPLORE_SAFE && rounds > 1;
    subject.tiny.prog->asks = 0; /* a walk does not end where it might */
    for (unsigned i = 0; i < WALKS; i++)
      compare_walk(&subject, &clauses, rounds, dice, count);
    clauses_free(&clauses);
    before = verdict;
  }
  subject_free(&subject);
}

static void
compare_many(uint64_t seed, bool narrow)
{
  static const struct random_shape shapes[] = {
    {.threads = 2, .units = 6, .weak = true},
    {.threads = 3, .units = 4, .rare_asserts = true, .rare_stops = true, .weak = true},
    {.threads = 3, .units = 6, .rare_stops = true, .weak = true},
    {.threads = 4, .units = 3, .rare_asserts = true, .rare_stops = true, .weak = true},
  };
  struct dice dice = {seed};
  struct count count = {0};
  for (unsigned i = 0; i < PROGS; i++)
    compare_prog(&dice, shapes[i % 4], narrow, &count);
  /* Otherwise there was nothing to compare. */
  assert_int_equal(count.gave_up, 0);
  assert_true(count.deadlocks > PROGS / 20 && count.races > PROGS / 20);
  assert_true(count.bugs > PROGS / 4 && count.late > PROGS / 50);
  assert_true(count.safe > PROGS && count.cuts > PROGS / 20);
  assert_true(count.can > 10 * PROGS && count.cannot > 4 * PROGS);
  assert_true(count.fails > PROGS / 5 && count.loads > 10 * PROGS);
}

static void
same_as_the_interpreter(void **state)
{
  (void)state;
  compare_many(5, true);
}

static void
same_with_all_bits(void **state)
{
  (void)state;
  compare_many(6, false);
}

/* ---- operations ----------------------------------------------------------------------- */

/* Arguments that can be anything, so that the result is what the gates say. */
struct operation {
  enum value_op op;
  unsigned width, from, low; /* as for value_compute */
  uint64_t imm;
};

static struct operation
random_operation(struct dice *dice, enum value_op op)
{
  struct operation o = {.op = op, .width = 7 + roll(dice, 6)};
  o.from = o.low = o.width;
  if (op == OP_EQ || op == OP_ULT || op == OP_SLT)
    o.width = 1;
  if (op == OP_ITE)
    o.from = 1;
  if (op == OP_CONCAT)
    o.low = o.width - (o.from = 1 + roll(dice, 6));
  if (op == OP_EXTRACT)
    o.width = 1 + roll(dice, o.from - (unsigned)(o.imm = roll(dice, 7)));
  if (op == OP_ZEXT || op == OP_SEXT)
    o.from = 7 + roll(dice, 2), o.width = o.from + 1 + roll(dice, 20);
  return o;
}

static void
compare_operation(struct dice *dice, struct operation o, bool narrow)
{
  struct tiny tiny = tiny_new();
  value_id args[] = {tiny_input(&tiny, o.from), tiny_input(&tiny, o.low), tiny_input(&tiny, o.low)};
  bool unary = o.op == OP_NOT || o.op >= OP_EXTRACT;
  value_id result = value_op(tiny.prog, o.op, o.width, args[0], unary ? 0 : args[1],
                             o.op == OP_ITE ? args[2] : 0, o.imm);
  tiny_thread(&tiny);
  tiny_done(&tiny);
  struct subject subject = subject_of(tiny);
  struct clauses clauses = clauses_of(&subject, 1, narrow);
  for (unsigned i = 0; i < 20; i++) {
    struct assumptions all = {0};
    struct schedule schedule = {0};
    random_choose_inputs(dice, tiny.prog, &schedule);
    const uint64_t *in = schedule.inputs.at;
    encode_value(clauses.encoding, result);
    assume_inputs(&all, &clauses, tiny.prog, &schedule);
    assert_true(has_model(&clauses, &all));
    const lit *bits = encode_value(clauses.encoding, result);
    uint64_t number = 0;
    for (unsigned bit = 0; bit < o.width; bit++)
      number |= (uint64_t)model_holds(&clauses, bits[bit]) << bit;
    assert_int_equal(number,
                     value_compute(o.op, o.width, o.from, o.low, in[0], in[1], in[2], o.imm));
    schedule_free(&schedule);
    vec_free(&all.literals);
  }
  clauses_free(&clauses);
  subject_free(&subject);
}

static void
every_operation(void **state)
{
  (void)state;
  struct dice dice = {13};
  for (unsigned op = OP_NOT; op <= OP_SEXT; op++)
    for (unsigned i = 0; i < 10; i++)
      compare_operation(&dice, random_operation(&dice, (enum value_op)op), i % 2);
}

/* ---- nothing to ask ---------------------------------------------------------------- */

static void
questions_that_are_not_there(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  tiny_thread(&tiny);
  tiny_event(&tiny, EVENT_ASSERT, VALUE_TRUE);
  tiny_done(&tiny);
  struct subject subject = subject_of(tiny);
  struct clauses clauses = clauses_of(&subject, 2, true);
  assert_int_equal(encoding_question(clauses.encoding, QUESTION_VIOLATION), 0);
  assert_int_equal(encoding_question(clauses.encoding, QUESTION_CUT), 0);
  clauses_free(&clauses);
  subject_free(&subject);
}

/* What is true in any case is still a literal that a solver can be asked for. */
static void
questions_without_doubt(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  vec_push(&tiny.prog->loops, ((struct loop){.function = "main"}));
  tiny_thread(&tiny);
  tiny_event(&tiny, EVENT_ASSERT, VALUE_FALSE);
  tiny_event(&tiny, EVENT_CUT, VALUE_FALSE);
  tiny_done(&tiny);
  struct subject subject = subject_of(tiny);
  struct clauses clauses = clauses_of(&subject, 1, true);
  assert_true(ask(&clauses, encoding_question(clauses.encoding, QUESTION_VIOLATION)));
  assert_true(ask(&clauses, encoding_question(clauses.encoding, QUESTION_CUT)));
  assert_false(ask(&clauses, -encoding_question(clauses.encoding, QUESTION_VIOLATION)));
  assert_false(ask(&clauses, -encoding_question(clauses.encoding, QUESTION_CUT)));
  clauses_free(&clauses);
  subject_free(&subject);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(same_as_the_interpreter), cmocka_unit_test(same_with_all_bits),
    cmocka_unit_test(every_operation),         cmocka_unit_test(questions_that_are_not_there),
    cmocka_unit_test(questions_without_doubt),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
