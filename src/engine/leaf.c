/* The process of a leaf: see swarm.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mutant.h"
#include "engine/swarm.h"

/* What is told after a slice, the shortest first. */
enum { MOST_LEMMAS = 2000 };

struct worker {
  struct inquiry *inquiry;
  VEC(struct part_end) path;
  struct pool_line *line;
  uint64_t conflicts; /* that were told, or made before this process began */
  double seconds;     /* likewise */
  double looked;      /* when it was looked whether somebody calls */
};

static bool
is_called(void *argument)
{
  struct worker *worker = argument;
  double now = clock_now();
  if (now - worker->looked < 0.005)
    return false;
  worker->looked = now;
  return pool_called(worker->line);
}

static uint64_t
conflicts_of(const struct worker *worker)
{
  return worker->inquiry->sat->ops->conflicts(worker->inquiry->sat);
}

static void
take_half(struct worker *worker, struct part_end end)
{
  struct inquiry *inquiry = worker->inquiry;
  int literal = encoding_passed(inquiry->problem->encoding, end.thread, end.round, end.label);
  vec_push(&inquiry->halves, end.passed ? literal : -literal);
  vec_push(&worker->path, end);
}

/* ---- where to divide ------------------------------------------------------------------ */

/* By the halves of its path. */
static bool
is_decided(const struct worker *worker, thread_id t, unsigned r, uint32_t l)
{
  for (size_t i = 0; i < worker->path.n; i++) {
    const struct part_end *end = &worker->path.at[i];
    if (end->thread == t && (end->passed ? r >= end->round && l <= end->label
                                         : r <= end->round && l >= end->label))
      return true;
  }
  return false;
}

static uint64_t
effort(const struct worker *worker, thread_id t, unsigned r, uint32_t l)
{
  struct sat *sat = worker->inquiry->sat;
  int variable = encoding_passed(worker->inquiry->problem->encoding, t, r, l);
  if (!variable || is_decided(worker, t, r, l) || sat->ops->fixed(sat, variable))
    return 0;
  return 1 + sat->ops->activity(sat, abs(variable));
}

static uint64_t
effort_of_round(const struct worker *worker, thread_id t, unsigned r)
{
  uint64_t sum = 0;
  for (uint32_t l = 0; l < labels_count(worker->inquiry->problem->labels, t); l++)
    sum += effort(worker, t, r, l);
  return sum;
}

/* False if there is nothing to divide. */
static bool
choose(const struct worker *worker, struct part_end *choice)
{
  const struct problem *problem = worker->inquiry->problem;
  uint64_t most = 0;
  for (thread_id t = 0; t < problem->prog->threads.n; t++)
    for (unsigned r = 0; r < problem->search->options->rounds; r++) {
      uint64_t sum = effort_of_round(worker, t, r);
      if (sum > most)
        *choice = (struct part_end){.thread = t, .round = r};
      most = sum > most ? sum : most;
    }
  if (!most)
    return false;
  uint64_t before = effort(worker, choice->thread, choice->round, 0);
  while (2 * before < most)
    before += effort(worker, choice->thread, choice->round, ++choice->label);
  return true;
}

static void
divide(struct worker *worker)
{
  struct str text = {0};
  struct part_end half;
  enum pool_side side = POOL_UNDIVIDED;
  if (choose(worker, &half)) {
    str_printf(&text, "%" PRIu32 " %u %" PRIu32, half.thread, half.round, half.label);
    side = pool_divide(worker->line, str_text(&text));
    str_free(&text);
  }
  if (side == POOL_UNDIVIDED) {
    pool_say(worker->line, "whole");
    return;
  }
  half.passed = side == POOL_OLD || MUTANT(HALF_TWICE);
  take_half(worker, half);
  if (side == POOL_NEW) {
    worker->conflicts = conflicts_of(worker);
    worker->seconds = 0;
  }
}

/* ---- lemmas --------------------------------------------------------------------------- */

/* How long may they be, so that there are not too many? */
static size_t
longest(const struct inquiry *inquiry)
{
  size_t of_size[SAT_LEMMA_SIZE + 1] = {0}, size = 0, sum = 0;
  for (size_t i = 0; i < inquiry->lemmas.n; i++) {
    if (inquiry->lemmas.at[i]) {
      size++;
    } else {
      of_size[size]++;
      size = 0;
    }
  }
  for (size = 0; size < SAT_LEMMA_SIZE && sum + of_size[size + 1] <= MOST_LEMMAS; size++)
    sum += of_size[size + 1];
  return size;
}

static void
say_lemmas(struct worker *worker)
{
  const struct inquiry *inquiry = worker->inquiry;
  size_t most = longest(inquiry), begin = 0;
  struct str text = {0};
  str_add(&text, "lemmas ");
  if (MUTANT(LEMMA_ASSUMED) && inquiry->halves.n)
    str_printf(&text, "%d 0 ", inquiry->halves.at[0]);
  for (size_t i = 0; i < inquiry->lemmas.n; i++)
    if (!inquiry->lemmas.at[i]) {
      for (size_t j = begin; i - begin <= most && j <= i; j++)
        str_printf(&text, "%d ", inquiry->lemmas.at[j]);
      begin = i + 1;
    }
  if (text.n > 7)
    pool_say(worker->line, str_text(&text));
  str_free(&text);
}

static void
hear_lemmas(struct worker *worker, const char *text)
{
  VEC(int) clause = {0};
  char *rest;
  for (int literal; literal = (int)strtol(text, &rest, 10), rest > text; text = rest) {
    if (literal) {
      vec_push(&clause, literal);
    } else {
      sink_clause(&worker->inquiry->sat->sink, clause.at, clause.n);
      clause.n = 0;
    }
  }
  vec_free(&clause);
}

/* ---- work ------------------------------------------------------------------------------ */

static void
add_costs(struct str *text, struct worker *worker)
{
  uint64_t conflicts = conflicts_of(worker);
  double seconds = clock_processor();
  str_printf(text, " %" PRIu64 " %.3f ", conflicts - worker->conflicts, seconds - worker->seconds);
  worker->conflicts = conflicts;
  worker->seconds = seconds;
}

static void
say_tired(struct worker *worker)
{
  struct str text = {0};
  str_add(&text, "tired");
  add_costs(&text, worker);
  str_printf(&text, "%zu", pool_bytes(worker->line));
  pool_say(worker->line, str_text(&text));
  str_free(&text);
}

static void
add_core(struct str *text, const struct inquiry *inquiry)
{
  for (size_t i = 0; i < inquiry->halves.n; i++)
    str_add(text, i < inquiry->needed.n && inquiry->needed.at[i] && !MUTANT(CORE_TOO_SMALL) ? "1"
                                                                                            : "0");
}

static void
say_decided(struct worker *worker, bool bug)
{
  struct schedule schedule = {0};
  struct str text = {0};
  str_add(&text, bug ? "bug" : "none");
  add_costs(&text, worker);
  if (bug) {
    problem_schedule(worker->inquiry->problem, worker->inquiry->sat, &schedule);
    schedule_print(&text, &schedule);
  } else {
    add_core(&text, worker->inquiry);
  }
  pool_say(worker->line, str_text(&text));
  str_free(&text);
  schedule_free(&schedule);
}

/* A slice. False: it is decided, and said. */
static bool
go_on(struct worker *worker, uint64_t conflicts)
{
  struct inquiry *inquiry = worker->inquiry;
  struct sat_limits limits = {
    .conflicts = conflicts, .stop = is_called, .argument = worker, .lemmas = true};
  enum sat_answer answer = SAT_UNSAT;
  while (answer == SAT_UNSAT && inquiry_phase(inquiry)) {
    answer = inquiry_go_on(inquiry, &limits);
    say_lemmas(worker);
  }
  if (answer == SAT_UNKNOWN)
    say_tired(worker);
  else
    say_decided(worker, answer == SAT_SAT);
  return answer == SAT_UNKNOWN;
}

/* "pause" comes too late when it has stopped already. */
static bool
obey(struct worker *worker, const char *text)
{
  if (!strncmp(text, "go ", 3))
    return go_on(worker, strtoull(text + 3, NULL, 10));
  if (!strncmp(text, "lemmas ", 7))
    hear_lemmas(worker, text + 7);
  else if (!strcmp(text, "divide"))
    divide(worker);
  return true;
}

/* The inquiry from the beginning, by another solver. */
static struct inquiry
another(const struct inquiry *inquiry, const struct sink *formula, unsigned seed)
{
  struct inquiry other = {.problem = inquiry->problem, .sat = sat_cadical(seed)};
  sink_dimacs_copy(formula, &other.sat->sink);
  return other;
}

void
swarm_work(void *argument, struct pool_line *line)
{
  const struct swarm_errand *errand = argument;
  struct inquiry other = {0};
  struct worker worker = {.inquiry = errand->inquiry, .line = line};
  struct str text = {0};
  if (errand->formula) {
    other = another(errand->inquiry, errand->formula, errand->seed);
    worker.inquiry = &other;
  }
  worker.conflicts = conflicts_of(&worker);
  for (size_t i = 0; i < errand->n_path; i++)
    take_half(&worker, errand->path[i]);
  while (pool_hear(line, &text) && obey(&worker, str_text(&text)))
    ;
  str_free(&text);
  vec_free(&worker.path);
}
