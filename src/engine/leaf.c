/* The worker of a leaf: see swarm.h.
 *
 * It goes on with the inquiry that the process with the swarm had begun, if it is a copy of that
 * one; a rival, or a worker that was told the problem as text, begins at the beginning. The latter
 * encodes the program itself. Its clauses must be the same, or neither the halves nor the lemmas of
 * others would mean what they say: a hash of them is told as well, and it does nothing if its own
 * is another. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/invariant.h"
#include "base/mutant.h"
#include "engine/swarm.h"
#include "engine/told.h"

struct leaf_worker {
  struct inquiry *inquiry;
  VEC(struct half) path; /* as many as there are halves in the inquiry */
  struct pool_line *line;
  uint64_t conflicts;   /* that were told, or made before this process began */
  uint64_t refinements; /* likewise */
  double seconds;       /* likewise */
  double looked;        /* when it was looked whether somebody calls */
  size_t most_lemmas;   /* to be told after a slice, the shortest first */
};

static bool
is_called(void *argument)
{
  struct leaf_worker *worker = argument;
  double now = clock_now();
  if (now - worker->looked < 0.005)
    return false;
  worker->looked = now;
  return pool_called(worker->line);
}

static uint64_t
conflicts_of(const struct leaf_worker *worker)
{
  return worker->inquiry->sat->ops->conflicts(worker->inquiry->sat);
}

static void
take_half(struct leaf_worker *worker, struct half half)
{
  struct inquiry *inquiry = worker->inquiry;
  int literal = half_literal(inquiry->problem, &half);
  INVARIANT(literal);
  vec_push(&inquiry->halves, literal);
  vec_push(&worker->path, half);
  INVARIANT(worker->path.n == inquiry->halves.n);
}

static void
divide(struct leaf_worker *worker)
{
  struct str text = {0};
  struct half half;
  enum pool_side side = POOL_UNDIVIDED;
  if (half_choose(worker->inquiry, worker->path.at, worker->path.n, &half)) {
    half_print_place(&text, &half);
    side = pool_divide(worker->line, str_text(&text));
    str_free(&text);
  }
  if (side == POOL_UNDIVIDED) {
    pool_say(worker->line, "undivided");
    return;
  }
  half.holds = side == POOL_OLD || MUTANT(HALF_TWICE);
  take_half(worker, half);
  if (side == POOL_NEW) {
    worker->conflicts = conflicts_of(worker);
    worker->refinements = worker->inquiry->refinements;
    worker->seconds = 0;
  }
}

/* ---- lemmas --------------------------------------------------------------------------- */

/* How long may they be, so that there are not too many? */
static size_t
longest(const struct inquiry *inquiry, size_t most)
{
  size_t of_size[SAT_LEMMA_SIZE + 1] = {0}, size = 0, sum = 0;
  for (size_t i = 0; i < inquiry->lemmas.n; i++) {
    if (inquiry->lemmas.at[i]) {
      size++;
    } else {
      INVARIANT(size <= SAT_LEMMA_SIZE);
      of_size[size]++;
      size = 0;
    }
  }
  for (size = 0; size < SAT_LEMMA_SIZE && sum + of_size[size + 1] <= most; size++)
    sum += of_size[size + 1];
  return size;
}

static void
say_lemmas(struct leaf_worker *worker)
{
  const struct inquiry *inquiry = worker->inquiry;
  size_t most = longest(inquiry, worker->most_lemmas), begin = 0;
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
hear_lemmas(struct leaf_worker *worker, const char *text)
{
  VEC(int) clause = {0};
  char *rest;
  int most = worker->inquiry->sat->sink.variables;
  for (int literal; literal = (int)strtol(text, &rest, 10), rest > text; text = rest) {
    INVARIANT(abs(literal) <= most); /* a lemma is about the same variables everywhere */
    if (literal) {
      vec_push(&clause, literal);
    } else {
      sink_clause(&worker->inquiry->sat->sink, clause.at, clause.n);
      clause.n = 0;
    }
  }
  INVARIANT(!clause.n);
  vec_free(&clause);
}

/* ---- work ------------------------------------------------------------------------------ */

static void
add_costs(struct str *text, struct leaf_worker *worker)
{
  uint64_t conflicts = conflicts_of(worker), refinements = worker->inquiry->refinements;
  double seconds = clock_processor();
  INVARIANT(conflicts >= worker->conflicts);
  str_printf(text, " %" PRIu64 " %" PRIu64 " %.3f ", conflicts - worker->conflicts,
             refinements - worker->refinements, seconds - worker->seconds);
  worker->conflicts = conflicts;
  worker->refinements = refinements;
  worker->seconds = seconds;
}

static void
say_undecided(struct leaf_worker *worker)
{
  struct str text = {0};
  str_add(&text, "undecided");
  add_costs(&text, worker);
  str_printf(&text, "%zu", pool_bytes(worker->line));
  pool_say(worker->line, str_text(&text));
  str_free(&text);
}

static void
add_core(struct str *text, const struct inquiry *inquiry)
{
  INVARIANT(inquiry->needed.n <= inquiry->halves.n);
  for (size_t i = 0; i < inquiry->halves.n; i++)
    str_add(text,
            i < inquiry->needed.n && inquiry->needed.at[i] && !MUTANT(CORE_TOO_SMALL) ? "1" : "0");
}

static void
say_decided(struct leaf_worker *worker, bool bug)
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

/* A slice. False: there is a bug, and nothing more to do. If the leaf is refuted there may be another. */
static bool
go_on(struct leaf_worker *worker, uint64_t conflicts)
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
    say_undecided(worker);
  else
    say_decided(worker, answer == SAT_SAT);
  return answer != SAT_SAT;
}

static void
take_path(struct leaf_worker *worker, const char *path)
{
  struct half half;
  while (half_parse(&half, &path))
    take_half(worker, half);
  INVARIANT(!*path);
}

/* The solver has been asked with assumptions alone, so all that it knows holds for any leaf. */
static void
take_another(struct leaf_worker *worker, const char *path)
{
  inquiry_restart(worker->inquiry);
  worker->path.n = 0;
  take_path(worker, path);
}

/* "pause" comes too late when it has stopped already. */
static bool
obey(struct leaf_worker *worker, const char *text)
{
  char *rest;
  if (!strncmp(text, "go ", 3)) {
    uint64_t conflicts = strtoull(text + 3, &rest, 10);
    worker->most_lemmas = strtoull(rest, NULL, 10);
    return go_on(worker, conflicts);
  }
  if (!strncmp(text, "lemmas ", 7))
    hear_lemmas(worker, text + 7);
  else if (!strcmp(text, "divide"))
    divide(worker);
  else if (!strncmp(text, "take ", 5))
    take_another(worker, text + 5);
  return true;
}

/* ---- the beginning --------------------------------------------------------------------- */

/* What a worker has of its own, unless it goes on with the inquiry of the swarm. */
struct beginning {
  bool owns;
  struct problem problem; /* if it was told */
  struct inquiry inquiry;
};

static void
hash_formula(const struct sink *formula, char hash[SHA256_HEX])
{
  const int *literals;
  struct sha256 sha;
  size_t n = sink_dimacs_literals(formula, &literals);
  sha256_begin(&sha);
  sha256_add(&sha, literals, n * sizeof *literals);
  sha256_end(&sha, hash);
}

/* The same clauses for another solver. */
static void
begin_rival(struct beginning *own, const struct leaf_context *context, unsigned seed)
{
  own->owns = true;
  own->inquiry = (struct inquiry){.problem = context->inquiry->problem, .sat = sat_cadical(seed)};
  sink_dimacs_copy(context->formula, &own->inquiry.sat->sink);
}

/* From the text of the problem. False if the clauses are others than those of the swarm. */
static bool
begin_told(struct beginning *own, const struct leaf_context *context, unsigned seed)
{
  struct search *search = &context->told->search;
  struct sink *formula = sink_dimacs();
  char hash[SHA256_HEX];
  own->owns = true;
  problem_analyse(&own->problem, search);
  own->inquiry = (struct inquiry){.problem = &own->problem, .sat = sat_cadical(seed)};
  problem_put(&own->problem, search, own->inquiry.sat, formula, COPY_ALL);
  hash_formula(formula, hash);
  sink_free(formula);
  return !strcmp(hash, context->hash);
}

static void
end_own(struct beginning *own)
{
  if (!own->owns)
    return;
  inquiry_free(&own->inquiry);
  own->inquiry.sat->ops->free(own->inquiry.sat);
  if (own->problem.encoding)
    problem_close(&own->problem);
}

/* The inquiry from which the worker goes on; NULL if it cannot. */
static struct inquiry *
begin(struct beginning *own, const struct leaf_context *context, unsigned rival)
{
  unsigned seed = context->search->options->seed + rival;
  if (context->told)
    return begin_told(own, context, seed) ? &own->inquiry : NULL;
  if (!rival)
    return context->inquiry;
  begin_rival(own, context, seed);
  return &own->inquiry;
}

/* The job: "RIVAL PATH". */
static void
leaf_run(void *argument, const char *job, struct pool_line *line)
{
  struct beginning own = {0};
  struct str text = {0};
  char *path;
  unsigned rival = (unsigned)strtoul(job, &path, 10);
  struct leaf_worker worker = {.inquiry = begin(&own, argument, rival), .line = line};
  if (worker.inquiry) {
    worker.inquiry->apart = true;
    worker.conflicts = conflicts_of(&worker);
    worker.refinements = worker.inquiry->refinements;
    take_path(&worker, path + (*path == ' '));
    while (pool_hear(line, &text) && obey(&worker, str_text(&text)))
      ;
  }
  str_free(&text);
  vec_free(&worker.path);
  end_own(&own);
}

/* ---- the context as text ---------------------------------------------------------------- */

static void
leaf_print(struct str *out, const void *argument)
{
  const struct leaf_context *context = argument;
  char hash[SHA256_HEX];
  if (context->text.n) {
    str_add(out, str_text(&context->text));
    return;
  }
  hash_formula(context->formula, hash);
  str_printf(out, "%s\n", hash);
  told_print(out, context->search);
}

static void *
leaf_parse(const char *text)
{
  size_t length = strcspn(text, "\n");
  if (length != SHA256_HEX - 1 || !text[length])
    return NULL;
  struct leaf_context *context = mem_alloc(sizeof *context);
  memcpy(context->hash, text, length);
  context->told = told_parse(text + length + 1);
  if (!context->told)
    return vec_drop(context);
  context->search = &context->told->search;
  return context;
}

static void
leaf_free(void *argument)
{
  struct leaf_context *context = argument;
  told_free(context->told);
  vec_drop(context);
}

const struct work work_leaf = {
  .name = "leaf", .run = leaf_run, .print = leaf_print, .parse = leaf_parse, .free = leaf_free};
