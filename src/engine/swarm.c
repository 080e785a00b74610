/* One problem, several processes: divided as it turns out to be hard.
 *
 * A leaf is a part of the schedules and a process with a solver at work on it. It works for a slice,
 * a number of conflicts. A leaf that is still undecided then is divided: for some thread t, round r
 * and label l, one half has the schedules in which t has passed l by the end of round r, the other
 * those in which it has not. The process forks, so that both halves go on with all that was learnt
 * so far, and each adds its half as a clause. When all leaves are refuted there is no bug; the first
 * bug ends everything.
 *
 * Where to divide is read off the solver's effort: what occurs most in the clauses it has learnt is
 * what it struggles with. The round of a thread whose labels occur most is divided at the label that
 * has half of these occurrences before it.
 *
 * A leaf whose process dies is begun again once, from the state in which the problem was when it was
 * first divided, with the halves that lead to the leaf; then it is given up, and with it the claim
 * that there is no bug.
 *
 * Slices are counted in conflicts, not seconds, so with one process the same seed gives the same
 * run. With several, a leaf is also divided when a processor has nothing to do. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/sha256.h"
#include "engine/problem.h"
#include "ir/text.h"
#include "swarm/journal.h"
#include "swarm/pool.h"

enum { SLICE_CONFLICTS = 10000 };

enum leaf_state {
  LEAF_RUNS,
  LEAF_PAUSES,  /* it runs, and has been told to stop */
  LEAF_WAITS,   /* for a processor */
  LEAF_DIVIDES, /* it has been told to */
};

struct leaf {
  unsigned job;
  enum leaf_state state;
  VEC(struct part_end) path;
  bool divisible; /* as far as is known */
  bool retried;
  size_t bytes; /* of memory, when it was last heard of */
  double share; /* of the schedules */
  double since; /* it was told to go on */
};

struct swarm {
  struct search *search;
  struct inquiry *inquiry; /* in the state from which leaves begin */
  const struct sink *formula;
  struct pool *pool;
  VEC(struct leaf) leaves; /* those that wait, in the order in which they are to run */
  unsigned done, lost;
  double share; /* that is done */
  bool found;
  char key[SHA256_HEX]; /* of this problem in the journal */
};

/* ---- in a leaf's process ------------------------------------------------------------- */

struct worker {
  struct inquiry *inquiry;
  const struct part_end *path;
  size_t n_path;
  struct pool_line *line;
  struct part_end choice; /* where to divide */
  uint64_t conflicts;     /* when this process began */
  double looked;          /* when it was looked whether somebody calls */
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

static void
take_half(const struct inquiry *inquiry, const struct part_end *end)
{
  int literal =
    encoding_passed(inquiry->problem->encoding, end->thread, end->round, end->label);
  sink_1(&inquiry->sat->sink, end->passed ? literal : -literal);
}

static uint64_t
effort(const struct inquiry *inquiry, thread_id t, unsigned r, uint32_t l)
{
  struct sat *sat = inquiry->sat;
  int variable = encoding_passed(inquiry->problem->encoding, t, r, l);
  return variable && !sat->ops->fixed(sat, variable) ? 1 + sat->ops->activity(sat, abs(variable))
                                                     : 0;
}

static uint64_t
effort_of_round(const struct inquiry *inquiry, thread_id t, unsigned r, uint32_t end)
{
  uint64_t sum = 0;
  for (uint32_t l = 0; l < end; l++)
    sum += effort(inquiry, t, r, l);
  return sum;
}

/* False if there is nothing to divide. */
static bool
choose(const struct inquiry *inquiry, struct part_end *choice)
{
  const struct problem *problem = inquiry->problem;
  uint64_t most = 0;
  for (thread_id t = 0; t < problem->prog->threads.n; t++)
    for (unsigned r = 0; r < problem->search->options->rounds; r++) {
      uint64_t sum = effort_of_round(inquiry, t, r, labels_count(problem->labels, t));
      if (sum > most)
        *choice = (struct part_end){.thread = t, .round = r};
      most = sum > most ? sum : most;
    }
  if (!most)
    return false;
  uint64_t before = effort(inquiry, choice->thread, choice->round, 0);
  while (2 * before < most)
    before += effort(inquiry, choice->thread, choice->round, ++choice->label);
  return true;
}

static uint64_t
conflicts_of(const struct worker *worker)
{
  return worker->inquiry->sat->ops->conflicts(worker->inquiry->sat);
}

static void
divide(struct worker *worker)
{
  struct str text = {0};
  struct part_end half = worker->choice;
  str_printf(&text, "%" PRIu32 " %u %" PRIu32, half.thread, half.round, half.label);
  enum pool_side side = pool_divide(worker->line, str_text(&text));
  str_free(&text);
  if (side == POOL_UNDIVIDED) {
    pool_say(worker->line, "tired 0 0");
  } else {
    half.passed = side == POOL_OLD;
    take_half(worker->inquiry, &half);
    if (side == POOL_NEW)
      worker->conflicts = conflicts_of(worker);
  }
}

static void
say_tired(struct worker *worker)
{
  struct str text = {0};
  bool divisible = choose(worker->inquiry, &worker->choice);
  str_printf(&text, "tired %d %zu", divisible, pool_bytes(worker->line));
  pool_say(worker->line, str_text(&text));
  str_free(&text);
}

static void
say_decided(struct worker *worker, bool bug)
{
  struct schedule schedule = {0};
  struct str text = {0};
  uint64_t conflicts = conflicts_of(worker) - worker->conflicts;
  str_printf(&text, "%s %" PRIu64 " ", bug ? "bug" : "none", conflicts);
  if (bug) {
    problem_schedule(worker->inquiry->problem, worker->inquiry->sat, &schedule);
    schedule_print(&text, &schedule);
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
    .conflicts = conflicts, .stop = is_called, .argument = worker};
  enum sat_answer answer = SAT_UNSAT;
  while (answer == SAT_UNSAT && inquiry_phase(inquiry))
    answer = inquiry_go_on(inquiry, &limits);
  if (answer == SAT_UNKNOWN)
    say_tired(worker);
  else
    say_decided(worker, answer == SAT_SAT);
  return answer == SAT_UNKNOWN;
}

static void
work(void *argument, struct pool_line *line)
{
  struct worker *worker = argument;
  struct str text = {0};
  bool undecided = true;
  worker->line = line;
  worker->conflicts = conflicts_of(worker);
  for (size_t i = 0; i < worker->n_path; i++)
    take_half(worker->inquiry, &worker->path[i]);
  while (undecided && pool_hear(line, &text)) {
    if (!strncmp(str_text(&text), "go ", 3))
      undecided = go_on(worker, strtoull(str_text(&text) + 3, NULL, 10));
    else if (!strcmp(str_text(&text), "divide"))
      divide(worker);
    /* else "pause", which came when it paused already */
  }
  str_free(&text);
}

/* ---- leaves ----------------------------------------------------------------------- */

static double
share_of(const struct swarm *swarm, const struct leaf *leaf)
{
  const struct problem *problem = swarm->inquiry->problem;
  struct part part;
  part_copy(&part, problem->part);
  for (size_t i = 0; i < leaf->path.n; i++)
    vec_push(&part.ends, leaf->path.at[i]);
  double share = part_share(&part, problem->labels, swarm->search->options->rounds);
  part_free(&part);
  return share;
}

static struct leaf *
leaf_of(struct swarm *swarm, unsigned job)
{
  for (size_t i = 0; i < swarm->leaves.n; i++)
    if (swarm->leaves.at[i].job == job)
      return &swarm->leaves.at[i];
  return NULL;
}

static void
remove_leaf(struct swarm *swarm, struct leaf *leaf)
{
  size_t at = (size_t)(leaf - swarm->leaves.at);
  vec_free(&leaf->path);
  for (size_t i = at + 1; i < swarm->leaves.n; i++)
    swarm->leaves.at[i - 1] = swarm->leaves.at[i];
  swarm->leaves.n--;
}

static void
to_the_back(struct swarm *swarm, struct leaf *leaf)
{
  struct leaf moved = *leaf;
  for (size_t i = (size_t)(leaf - swarm->leaves.at) + 1; i < swarm->leaves.n; i++)
    swarm->leaves.at[i - 1] = swarm->leaves.at[i];
  vec_last(&swarm->leaves) = moved;
}

static size_t
count(const struct swarm *swarm, enum leaf_state state)
{
  size_t n = 0;
  for (size_t i = 0; i < swarm->leaves.n; i++)
    n += swarm->leaves.at[i].state == state;
  return n;
}

static void
begin_leaf(struct swarm *swarm, struct leaf *leaf)
{
  struct worker worker = {
    .inquiry = swarm->inquiry, .path = leaf->path.at, .n_path = leaf->path.n};
  struct pool_limits limits = {.bytes = swarm->search->options->bytes};
  leaf->job = pool_start(swarm->pool, work, &worker, &limits);
}

static void
give_up(struct swarm *swarm, struct leaf *leaf)
{
  swarm->lost++;
  remove_leaf(swarm, leaf);
}

/* The process of this leaf is gone. */
static void
begin_again(struct swarm *swarm, struct leaf *leaf)
{
  if (leaf->retried) {
    give_up(swarm, leaf);
    return;
  }
  leaf->retried = true;
  leaf->job = 0;
  leaf->state = LEAF_WAITS;
}

/* ---- the journal -------------------------------------------------------------------- */

static void
add_path(struct str *text, const struct leaf *leaf)
{
  for (size_t i = 0; i < leaf->path.n; i++) {
    const struct part_end *end = &leaf->path.at[i];
    str_printf(text, "%" PRIu32 ".%u.%" PRIu32 "%c", end->thread, end->round, end->label,
               end->passed ? '+' : '-');
  }
}

/* "none", "bug" or "divide", the halves that lead to the leaf, and the rest. */
static void
record(struct swarm *swarm, const struct leaf *leaf, const char *word, const char *rest)
{
  struct str text = {0};
  str_printf(&text, "%s ", word);
  add_path(&text, leaf);
  str_printf(&text, " %s", rest);
  journal_add(swarm->search->options->journal, swarm->key, str_text(&text));
  str_free(&text);
}

/* ---- what they say ------------------------------------------------------------------ */

/* Few leaves have few processes waiting; many give the one with the bug its turn sooner. */
static size_t
most_leaves(const struct swarm *swarm)
{
  const char *cap = getenv("HEDDLE_CAP");
  return cap ? (size_t)atoi(cap) : 2 * swarm->search->options->jobs;
}

static void
is_tired(struct swarm *swarm, struct leaf *leaf, const char *text)
{
  char *rest;
  leaf->divisible = strtol(text, &rest, 10) > 0;
  leaf->bytes = strtoull(rest, NULL, 10);
  leaf->state = LEAF_WAITS;
  if (leaf->divisible && swarm->leaves.n < most_leaves(swarm)) {
    leaf->state = LEAF_DIVIDES;
    pool_tell(swarm->pool, leaf->job, "divide");
  } else {
    to_the_back(swarm, leaf);
  }
}

/* Two leaves instead of one; `child` is the job of the second. */
static void
split(struct swarm *swarm, struct leaf *leaf, struct part_end end, unsigned child)
{
  struct leaf new = {.job = child, .state = LEAF_WAITS, .bytes = leaf->bytes};
  for (size_t i = 0; i < leaf->path.n; i++)
    vec_push(&new.path, leaf->path.at[i]);
  end.passed = false;
  vec_push(&new.path, end);
  end.passed = true;
  vec_push(&leaf->path, end);
  leaf->state = LEAF_WAITS;
  leaf->share = share_of(swarm, leaf);
  new.share = share_of(swarm, &new);
  vec_push(&swarm->leaves, new);
}

static void
has_divided(struct swarm *swarm, struct leaf *leaf, unsigned child, const char *text)
{
  struct part_end end = {0};
  if (sscanf(text, "%" SCNu32 " %u %" SCNu32, &end.thread, &end.round, &end.label) != 3)
    return;
  record(swarm, leaf, "divide", text);
  split(swarm, leaf, end, child);
}

static void
is_refuted(struct swarm *swarm, struct leaf *leaf)
{
  swarm->done++;
  swarm->share += leaf->share;
  remove_leaf(swarm, leaf);
}

static void
hear(struct swarm *swarm, struct leaf *leaf, const char *text)
{
  struct engine_result *result = swarm->search->result;
  char *rest;
  if (!strncmp(text, "tired ", 6)) {
    is_tired(swarm, leaf, text + 6);
  } else if (!strncmp(text, "bug ", 4)) {
    result->conflicts += strtoull(text + 4, &rest, 10);
    swarm->found = *rest && schedule_parse(&result->schedule, rest + 1);
    record(swarm, leaf, "bug", rest + 1);
  } else if (!strncmp(text, "none ", 5)) {
    result->conflicts += strtoull(text + 5, NULL, 10);
    record(swarm, leaf, "none", "");
    is_refuted(swarm, leaf);
  }
}

static void
handle(struct swarm *swarm, const struct pool_event *event)
{
  struct leaf *leaf = leaf_of(swarm, event->id);
  if (!leaf)
    return; /* it has said all that matters */
  switch (event->kind) {
  case POOL_MESSAGE:
    hear(swarm, leaf, event->text);
    break;
  case POOL_DIVIDED:
    has_divided(swarm, leaf, event->child, event->text);
    break;
  case POOL_ENDED:
  case POOL_DIED:
  case POOL_OVERDUE:
    begin_again(swarm, leaf);
    break;
  case POOL_NOTHING:
    break;
  }
}

/* ---- who runs ---------------------------------------------------------------------- */

static struct leaf *
first(struct swarm *swarm, enum leaf_state state)
{
  for (size_t i = 0; i < swarm->leaves.n; i++)
    if (swarm->leaves.at[i].state == state)
      return &swarm->leaves.at[i];
  return NULL;
}

/* Nobody waits, and a processor is free: the leaf that has run longest is to be divided. */
static void
ask_for_work(struct swarm *swarm)
{
  struct leaf *oldest = NULL;
  for (size_t i = 0; i < swarm->leaves.n; i++) {
    struct leaf *leaf = &swarm->leaves.at[i];
    if (leaf->state == LEAF_RUNS && (!oldest || leaf->since < oldest->since))
      oldest = leaf;
  }
  if (oldest && clock_now() - oldest->since > 0.2 && pool_tell(swarm->pool, oldest->job, "pause"))
    oldest->state = LEAF_PAUSES;
}

static void
go(struct swarm *swarm, struct leaf *leaf)
{
  struct str text = {0};
  if (!leaf->job)
    begin_leaf(swarm, leaf);
  if (!leaf->job) { /* there can be no more processes */
    give_up(swarm, leaf);
    return;
  }
  const char *slice = getenv("HEDDLE_SLICE");
  str_printf(&text, "go %d", slice ? atoi(slice) : SLICE_CONFLICTS);
  pool_tell(swarm->pool, leaf->job, str_text(&text));
  str_free(&text);
  leaf->state = LEAF_RUNS;
  leaf->since = clock_now();
}

static size_t
running(const struct swarm *swarm)
{
  return count(swarm, LEAF_RUNS) + count(swarm, LEAF_PAUSES);
}

static void
keep_busy(struct swarm *swarm)
{
  struct leaf *leaf;
  size_t jobs = swarm->search->options->jobs;
  while (running(swarm) < jobs && (leaf = first(swarm, LEAF_WAITS)))
    go(swarm, leaf);
  if (running(swarm) < jobs && !count(swarm, LEAF_DIVIDES) && !count(swarm, LEAF_PAUSES))
    ask_for_work(swarm);
}

static void
note(const struct swarm *swarm)
{
  struct engine_status *status = swarm->search->options->status;
  if (!status)
    return;
  status->jobs_done = swarm->done;
  status->jobs_running = (unsigned)running(swarm);
  status->jobs_left = (unsigned)swarm->leaves.n - status->jobs_running;
  status->share = swarm->share;
  status->bytes = clock_peak_memory();
  for (size_t i = 0; i < swarm->leaves.n; i++)
    status->bytes += swarm->leaves.at[i].bytes;
}

static enum search_answer
conclude(struct swarm *swarm)
{
  struct engine_result *result = swarm->search->result;
  result->lost = swarm->lost;
  result->share = swarm->share;
  if (swarm->found)
    return SEARCH_FOUND;
  if (swarm->leaves.n) /* it was stopped */
    return SEARCH_STOPPED;
  if (!swarm->lost)
    return SEARCH_NOTHING;
  result->limit = LIMIT_SIZE;
  result->reason = "processes at work on parts of the problem died";
  return SEARCH_STOPPED;
}

/* ---- taking up a journal ------------------------------------------------------------- */

static void
find_key(struct swarm *swarm)
{
  const struct engine_options *options = swarm->search->options;
  const struct part *part = options->part;
  struct sha256 sha;
  struct str text = {0};
  prog_print(&text, swarm->search->prog, NULL);
  str_printf(&text, "%u %d %d %d %d", options->rounds, options->no_slice, options->no_narrow,
             options->no_grow, options->no_guess);
  for (size_t i = 0; part && i < part->closed.n; i++)
    str_add(&text, part->closed.at[i] ? "c" : "o");
  for (size_t i = 0; part && i < part->idle.n; i++)
    str_add(&text, part->idle.at[i] ? "i" : "r");
  if (part && part->counts)
    str_printf(&text, "%u", part->switches);
  sha256_begin(&sha);
  sha256_add(&sha, str_text(&text), text.n);
  sha256_end(&sha, swarm->key);
  str_free(&text);
}

static struct leaf *
leaf_at(struct swarm *swarm, const char *path, size_t length)
{
  for (size_t i = 0; i < swarm->leaves.n; i++) {
    struct str text = {0};
    add_path(&text, &swarm->leaves.at[i]);
    bool same = text.n == length && !memcmp(str_text(&text), path, length);
    str_free(&text);
    if (same)
      return &swarm->leaves.at[i];
  }
  return NULL;
}

static bool
can_end(const struct swarm *swarm, const struct part_end *end)
{
  const struct problem *problem = swarm->inquiry->problem;
  return end->thread < problem->prog->threads.n && end->round < swarm->search->options->rounds &&
         end->label < labels_count(problem->labels, end->thread) &&
         encoding_passed(problem->encoding, end->thread, end->round, end->label);
}

/* What does not fit is passed over: the work is done again. */
static void
take_up_line(struct swarm *swarm, const char *line)
{
  size_t word = strcspn(line, " ");
  const char *path = line + word + (line[word] == ' ');
  size_t length = strcspn(path, " ");
  const char *rest = path + length + (path[length] == ' ');
  struct leaf *leaf = leaf_at(swarm, path, length);
  struct part_end end = {0};
  if (!leaf)
    return;
  if (!strncmp(line, "none ", 5))
    is_refuted(swarm, leaf);
  else if (!strncmp(line, "bug ", 4))
    swarm->found = schedule_parse(&swarm->search->result->schedule, rest);
  else if (!strncmp(line, "divide ", 7) &&
           sscanf(rest, "%" SCNu32 " %u %" SCNu32, &end.thread, &end.round, &end.label) == 3 &&
           can_end(swarm, &end))
    split(swarm, leaf, end, 0);
}

static void
take_up(struct swarm *swarm)
{
  const struct journal *journal = swarm->search->options->journal;
  if (!journal)
    return;
  find_key(swarm);
  for (size_t i = 0; i < journal->lines.n && !swarm->found; i++)
    if (!strcmp(journal->lines.at[i].key, swarm->key))
      take_up_line(swarm, journal->lines.at[i].text);
}

/* ---- interface ----------------------------------------------------------------------- */

enum search_answer
search_swarm(struct search *search, struct inquiry *inquiry, const struct sink *formula)
{
  struct swarm swarm = {
    .search = search, .inquiry = inquiry, .formula = formula, .pool = pool_new()};
  vec_push(&swarm.leaves, ((struct leaf){.state = LEAF_WAITS, .share = 1}));
  take_up(&swarm);
  while (swarm.leaves.n && !swarm.found && !search_stopped(search)) {
    struct pool_event event;
    keep_busy(&swarm);
    note(&swarm);
    pool_wait(swarm.pool, 0.05, &event);
    handle(&swarm, &event);
  }
  pool_free(swarm.pool);
  enum search_answer answer = conclude(&swarm);
  while (swarm.leaves.n)
    remove_leaf(&swarm, &swarm.leaves.at[0]);
  vec_free(&swarm.leaves);
  return answer;
}
