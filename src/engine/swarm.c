/* One problem, several processes: divided as it turns out to be hard.
 *
 * A leaf is a part of the schedules and a process with a solver at work on it. It works for a
 * slice, a number of conflicts. A leaf that is still undecided then is divided: for some thread t,
 * round r and label l, one half has the schedules in which t has passed l by the end of round r,
 * the other those in which it has not. By one order, one half has those in which a node is before
 * another one, the other those in which it is not (half.h). The process forks, so that both halves go on with all that
 * was learnt so far, and each assumes its half. When all leaves are refuted there is no bug; the
 * first bug ends everything.
 *
 * Where to divide is read off the solver's effort: what occurs most in the clauses it has learnt is
 * what it struggles with (choose.c).
 *
 * A half is an assumption and no clause, for two reasons. What a leaf learns follows from the
 * problem alone, with what is added after models, which holds in every execution; so its short clauses are told to all others after each slice; without that, both
 * halves learn much of the same, and dividing costs a third more time (measured: doc/swarm.md). And
 * the core of a refutation says which halves it rests on: it refutes every leaf that lies in these.
 *
 * A rival works on the same part as a leaf, with another seed, where a processor has nothing better
 * to do. What it refutes is refuted, what it learns is told, and it goes when a leaf waits.
 *
 * A leaf whose process dies is begun again once, from the state in which the problem was when it
 * was first divided, with the halves that lead to the leaf; then it is given up, and with it the
 * claim that there is no bug.
 *
 * Workers may also be on other machines (swarm/transport.h): those are told the problem as text and
 * encode it themselves, and the second half of a leaf that divides is begun from its path.
 *
 * Slices are counted in conflicts, not seconds, so with one process the same seed gives the same
 * run. With several, a leaf is also divided when a processor has nothing to do. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/invariant.h"
#include "base/mutant.h"
#include "engine/problem.h"
#include "engine/swarm.h"
#include "engine/told.h"

/* Half a second or so: longer, and lemmas come late; shorter, and the solver is held up. */
enum { SLICE_CONFLICTS = 5000 };
/* What a leaf tells after a slice, what it hears before the next one, and what all of them hear. So with
 * few leaves each tells much, and with thousands the messages stay as many as one process can pass on: a
 * lemma is some 20 bytes. */
enum { MOST_TOLD = 2000, MOST_HEARD = 16000, MOST_HEARD_BY_ALL = 1000000 };
/* What a leaf is told that begins when others have worked for long. */
enum { MOST_AT_FIRST = 10000 };
/* A leaf that is asked to pause earlier than that has hardly begun. */
#define SHORTEST_SLICE 0.2

/* ---- leaves ----------------------------------------------------------------------- */

static double
share_of(const struct swarm *swarm, const struct leaf *leaf)
{
  const struct problem *problem = swarm->inquiry->problem;
  struct part part;
  if (swarm->by_order)
    return 0;
  part_copy(&part, problem->line.part);
  for (size_t i = 0; i < leaf->path.n; i++)
    vec_push(&part.ends, half_end(&leaf->path.at[i]));
  double share = part_share(&part, problem->line.labels, swarm->search->options->rounds);
  part_free(&part);
  return share;
}

static struct leaf *
leaf_of(struct swarm *swarm, unsigned worker)
{
  for (size_t i = 0; i < swarm->leaves.n; i++)
    if (swarm->leaves.at[i].worker == worker)
      return &swarm->leaves.at[i];
  return NULL;
}

/* Its workers know nothing but what they are told. */
static bool
is_told(const struct swarm *swarm)
{
  const struct transport *transport = swarm->search->options->transport;
  return transport && !transport->copies;
}

/* A worker that waits can be given another leaf; one that is busy would have to be interrupted, and might
 * be heard of the wrong leaf. */
static void
dismiss(struct swarm *swarm, const struct leaf *leaf)
{
  if (is_told(swarm) && leaf->state == LEAF_WAITS)
    vec_push(&swarm->idle, ((struct idle){leaf->worker, leaf->heard}));
  else
    pool_kill(swarm->pool, leaf->worker);
}

static void
remove_leaf(struct swarm *swarm, struct leaf *leaf)
{
  size_t at = (size_t)(leaf - swarm->leaves.at);
  INVARIANT(at < swarm->leaves.n);
  if (leaf->worker)
    dismiss(swarm, leaf);
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

static bool
is_one(const struct leaf *leaf, bool rival)
{
  return MUTANT(RIVAL_BY_NUMBER) ? leaf->rival == rival : (leaf->rival != 0) == rival;
}

static struct leaf *
first(struct swarm *swarm, enum leaf_state state, bool rival)
{
  for (size_t i = 0; i < swarm->leaves.n; i++)
    if (swarm->leaves.at[i].state == state && is_one(&swarm->leaves.at[i], rival))
      return &swarm->leaves.at[i];
  return NULL;
}

static size_t
count(const struct swarm *swarm, enum leaf_state state, bool rivals)
{
  size_t n = 0;
  for (size_t i = 0; i < swarm->leaves.n; i++)
    n += swarm->leaves.at[i].state == state && (rivals || !swarm->leaves.at[i].rival);
  return n;
}

static bool
is_running(const struct leaf *leaf)
{
  return leaf->state == LEAF_RUNS || leaf->state == LEAF_PAUSES;
}

static size_t
running(const struct swarm *swarm, bool rivals)
{
  return count(swarm, LEAF_RUNS, rivals) + count(swarm, LEAF_PAUSES, rivals);
}

static size_t
count_leaves(const struct swarm *swarm)
{
  size_t n = 0;
  for (size_t i = 0; i < swarm->leaves.n; i++)
    n += !swarm->leaves.at[i].rival;
  return n;
}

/* What holds between any two events. Only a leaf that waits has no worker. A rival is no part of
 * the whole. Each leaf has heard of some of the batches, and needs none that is forgotten. */
static void
check_leaves(const struct swarm *swarm)
{
  for (size_t i = 0; i < swarm->leaves.n; i++) {
    const struct leaf *leaf = &swarm->leaves.at[i];
    INVARIANT(leaf->worker || leaf->state == LEAF_WAITS);
    INVARIANT(leaf->rival <= swarm->rivals && (!leaf->rival || leaf->share == 0));
    INVARIANT(leaf->state != LEAF_DIVIDES || !leaf->rival);
    INVARIANT(leaf->heard >= swarm->forgotten);
    INVARIANT(leaf->heard <= swarm->forgotten + swarm->batches.n);
    INVARIANT(!leaf->parent || leaf->parent != leaf->worker);
  }
  INVARIANT(running(swarm, true) <= swarm->search->options->jobs);
}

static void
add_path(struct str *text, const struct leaf *leaf)
{
  for (size_t i = 0; i < leaf->path.n; i++)
    half_print(text, &leaf->path.at[i]);
}

/* It knows nothing that others have learnt; all that they have said lately is among this. */
static void
tell_kept(struct swarm *swarm, struct leaf *leaf)
{
  struct str text = {0};
  str_add(&text, "lemmas ");
  lemmas_print(&swarm->lemmas, MOST_AT_FIRST, &text);
  if (text.n > 7)
    pool_tell(swarm->pool, leaf->worker, str_text(&text));
  leaf->heard = swarm->forgotten + swarm->batches.n;
  str_free(&text);
}

/* The last one: of all those its solver has been at work last. */
static bool
take_idle(struct swarm *swarm, struct leaf *leaf)
{
  struct str text = {0};
  if (!swarm->idle.n)
    return false;
  struct idle idle = vec_last(&swarm->idle);
  swarm->idle.n--;
  leaf->worker = idle.worker;
  leaf->heard = idle.heard;
  str_add(&text, "take ");
  add_path(&text, leaf);
  pool_tell(swarm->pool, leaf->worker,
            str_text(&text)); /* if it is gone, there will be news of that */
  str_free(&text);
  return true;
}

static void
begin_leaf(struct swarm *swarm, struct leaf *leaf)
{
  struct pool_limits limits = {.bytes = swarm->search->options->bytes};
  struct str job = {0};
  INVARIANT(!leaf->worker && leaf->state == LEAF_WAITS);
  if (!leaf->rival && take_idle(swarm, leaf))
    return;
  str_printf(&job, "%u ", leaf->rival);
  add_path(&job, leaf);
  leaf->worker = pool_start(swarm->pool, &work_leaf, &swarm->context, str_text(&job), &limits);
  str_free(&job);
  if (leaf->worker)
    tell_kept(swarm, leaf);
}

/* The process of this leaf is gone, or there can be none. */
static void
begin_again(struct swarm *swarm, struct leaf *leaf)
{
  leaf->worker = 0;
  if (leaf->retried || leaf->rival) {
    swarm->lost += !leaf->rival && !MUTANT(DEATH_IS_NO_BUG);
    remove_leaf(swarm, leaf);
    return;
  }
  leaf->retried = true;
  leaf->state = LEAF_WAITS;
  leaf->heard = swarm->forgotten;
}

/* ---- what they have learnt ----------------------------------------------------------- */

/* Batches before this are known to every leaf. */
static size_t
heard_by_all(const struct swarm *swarm)
{
  size_t least = swarm->forgotten + swarm->batches.n;
  for (size_t i = 0; i < swarm->leaves.n; i++)
    if (swarm->leaves.at[i].heard < least)
      least = swarm->leaves.at[i].heard;
  for (size_t i = 0; i < swarm->idle.n; i++)
    if (swarm->idle.at[i].heard < least)
      least = swarm->idle.at[i].heard;
  return least;
}

static void
forget_old(struct swarm *swarm)
{
  size_t known = heard_by_all(swarm) - swarm->forgotten;
  INVARIANT(known <= swarm->batches.n);
  for (size_t i = 0; i < known; i++)
    str_free(&swarm->batches.at[i].text);
  for (size_t i = known; i < swarm->batches.n; i++)
    swarm->batches.at[i - known] = swarm->batches.at[i];
  swarm->batches.n -= known;
  swarm->forgotten += known;
}

static void
add_batch(struct swarm *swarm, const struct leaf *leaf, const char *text)
{
  struct batch batch = {.worker = leaf->worker};
  INVARIANT(leaf->worker);
  str_add(&batch.text, "lemmas ");
  lemmas_take(&swarm->lemmas, text + 7, &batch.text);
  if (batch.text.n > 7)
    vec_push(&swarm->batches, batch);
  else
    str_free(&batch.text);
}

/* What others have found since, in one message: with many workers, one from each to each would be more
 * than one process can pass on. What it has found itself it knows, and what its parent had found before
 * it divided. */
static void
tell_batches(struct swarm *swarm, struct leaf *leaf)
{
  size_t end = swarm->forgotten + swarm->batches.n;
  struct str text = {0};
  INVARIANT(leaf->worker && leaf->heard >= swarm->forgotten);
  for (; leaf->heard < end; leaf->heard++) {
    const struct batch *batch = &swarm->batches.at[leaf->heard - swarm->forgotten];
    bool of_parent = batch->worker == leaf->parent && leaf->heard < leaf->parent_heard;
    if (batch->worker != leaf->worker && !of_parent)
      str_add(&text, str_text(&batch->text) + (text.n ? strlen("lemmas ") : 0));
  }
  if (text.n)
    pool_tell(swarm->pool, leaf->worker, str_text(&text));
  str_free(&text);
}

/* ---- the journal -------------------------------------------------------------------- */

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

/* As many as can run: each leaf more is a process that learns what others learn as well. Two at
 * least, so that there is something to tell of a problem that is not decided. */
static size_t
most_leaves(const struct swarm *swarm)
{
  const struct engine_options *options = swarm->search->options;
  size_t most = options->leaves > options->jobs ? options->leaves : options->jobs;
  return most > 2 ? most : 2;
}

/* "conflicts refinements seconds rest"; the rest. */
static const char *
add_costs(struct swarm *swarm, const char *text)
{
  struct engine_result *result = swarm->search->result;
  char *rest;
  result->conflicts += strtoull(text, &rest, 10);
  result->refinements += (unsigned)strtoul(rest, &rest, 10);
  result->job_seconds += strtod(rest, &rest);
  return rest + (*rest == ' ');
}

static void
divide(struct swarm *swarm, struct leaf *leaf)
{
  INVARIANT(leaf->worker && leaf->state == LEAF_WAITS && !leaf->rival && !leaf->indivisible);
  leaf->state = LEAF_DIVIDES;
  pool_tell(swarm->pool, leaf->worker, "divide");
}

static void
is_undecided(struct swarm *swarm, struct leaf *leaf, const char *text)
{
  INVARIANT(is_running(leaf));
  leaf->bytes = strtoull(add_costs(swarm, text), NULL, 10);
  leaf->state = LEAF_WAITS;
  if (!leaf->rival && !leaf->indivisible && count_leaves(swarm) < most_leaves(swarm))
    divide(swarm, leaf);
  else
    to_the_back(swarm, leaf);
}

/* Is this a place at which a leaf of this problem can be divided? */
static bool
can_divide(const struct swarm *swarm, const struct half *half)
{
  return half->by_order == swarm->by_order && half_literal(swarm->inquiry->problem, half);
}

/* Two leaves instead of one; `child` is the worker of the second. It is 0 where that one has to be
 * started with its path, and then knows nothing of what others have learnt. */
static void
split(struct swarm *swarm, struct leaf *leaf, struct half half, unsigned child)
{
  INVARIANT(!leaf->rival && can_divide(swarm, &half));
  struct leaf new = {.worker = child, .heard = swarm->forgotten};
  if (child) {
    new.parent = leaf->worker;
    new.parent_heard = swarm->forgotten + swarm->batches.n;
    new.heard = leaf->heard;
    new.bytes = leaf->bytes;
  }
  for (size_t i = 0; i < leaf->path.n; i++)
    vec_push(&new.path, leaf->path.at[i]);
  half.holds = false;
  vec_push(&new.path, half);
  half.holds = true;
  vec_push(&leaf->path, half);
  leaf->state = LEAF_WAITS;
  leaf->share = share_of(swarm, leaf);
  new.share = share_of(swarm, &new);
  vec_push(&swarm->leaves, new);
}

static void
has_divided(struct swarm *swarm, struct leaf *leaf, unsigned child, const char *text)
{
  struct half half;
  bool good = half_parse_place(&half, text);
  INVARIANT(good && leaf->state == LEAF_DIVIDES);
  record(swarm, leaf, "divide", text);
  split(swarm, leaf, half, child);
}

static bool
lies_in(const struct leaf *leaf, const struct half *half)
{
  bool found = false;
  for (size_t i = 0; i < leaf->path.n && !found; i++)
    found = half_same(&leaf->path.at[i], half);
  return found;
}

static void
is_refuted(struct swarm *swarm, struct leaf *leaf)
{
  INVARIANT(!leaf->rival || leaf->share == 0);
  if (!leaf->rival) {
    record(swarm, leaf, "none", "");
    swarm->done++;
    swarm->share += leaf->share;
  }
  remove_leaf(swarm, leaf);
}

/* Every leaf that lies in the halves on which the refutation rests; `core` has a digit for each
 * half of the leaf's path. */
static void
refute(struct swarm *swarm, const struct leaf *leaf, const char *core)
{
  VEC(struct half) halves = {0};
  INVARIANT(strlen(core) == leaf->path.n);
  for (size_t i = 0; i < leaf->path.n; i++)
    if (core[i] != '0')
      vec_push(&halves, leaf->path.at[i]);
  for (size_t i = swarm->leaves.n; i-- > 0;) {
    bool all = true;
    for (size_t j = 0; j < halves.n && all; j++)
      all = lies_in(&swarm->leaves.at[i], &halves.at[j]);
    if (all)
      is_refuted(swarm, &swarm->leaves.at[i]);
  }
  vec_free(&halves);
}

static void
hear(struct swarm *swarm, struct leaf *leaf, const char *text)
{
  const char *rest;
  if (!strncmp(text, "lemmas ", 7)) {
    add_batch(swarm, leaf, text);
  } else if (!strncmp(text, "undecided ", 10)) {
    is_undecided(swarm, leaf, text + 10);
  } else if (!strcmp(text, "undivided")) {
    INVARIANT(leaf->state == LEAF_DIVIDES);
    leaf->indivisible = true;
    leaf->state = LEAF_WAITS;
  } else if (!strncmp(text, "bug ", 4)) {
    INVARIANT(is_running(leaf));
    rest = add_costs(swarm, text + 4);
    swarm->search->result->parts++;
    swarm->found = schedule_parse(&swarm->search->result->schedule, rest);
    record(swarm, leaf, "bug", rest);
  } else if (!strncmp(text, "none ", 5)) {
    INVARIANT(is_running(leaf));
    rest = add_costs(swarm, text + 5);
    swarm->search->result->parts++;
    leaf->state = LEAF_WAITS;
    refute(swarm, leaf, rest);
  }
}

/* It has died, or has never understood what it was told. */
static void
forget_idle(struct swarm *swarm, unsigned worker)
{
  size_t n = 0;
  for (size_t i = 0; i < swarm->idle.n; i++)
    if (swarm->idle.at[i].worker != worker)
      swarm->idle.at[n++] = swarm->idle.at[i];
  swarm->idle.n = n;
}

static void
handle(struct swarm *swarm, const struct pool_event *event)
{
  struct leaf *leaf = event->id ? leaf_of(swarm, event->id) : NULL;
  if (!leaf && event->kind != POOL_MESSAGE)
    forget_idle(swarm, event->id);
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

/* By each leaf, where so many work. */
static size_t
most_told(size_t jobs)
{
  size_t by_hearing = MOST_HEARD / jobs, by_all = MOST_HEARD_BY_ALL / jobs / jobs;
  size_t most = by_hearing < by_all ? by_hearing : by_all;
  return most < MOST_TOLD ? most : MOST_TOLD;
}

static void
go(struct swarm *swarm, struct leaf *leaf)
{
  struct str text = {0};
  INVARIANT(leaf->state == LEAF_WAITS);
  if (!leaf->worker)
    begin_leaf(swarm, leaf);
  if (!leaf->worker) { /* there can be no more processes */
    begin_again(swarm, leaf);
    return;
  }
  tell_batches(swarm, leaf);
  uint64_t slice = swarm->search->options->slice;
  str_printf(&text, "go %" PRIu64 " %zu", slice ? slice : SLICE_CONFLICTS,
             most_told(swarm->search->options->jobs));
  pool_tell(swarm->pool, leaf->worker, str_text(&text));
  str_free(&text);
  leaf->state = LEAF_RUNS;
  leaf->since = clock_now();
}

/* The leaf that has run longest and can be divided, as far as is known. */
static struct leaf *
oldest(struct swarm *swarm)
{
  struct leaf *found = NULL;
  for (size_t i = 0; i < swarm->leaves.n; i++) {
    struct leaf *leaf = &swarm->leaves.at[i];
    if (leaf->state == LEAF_RUNS && !leaf->rival && !leaf->indivisible &&
        (!found || leaf->since < found->since))
      found = leaf;
  }
  return found;
}

static void
add_rival(struct swarm *swarm)
{
  const struct leaf *leaf = first(swarm, LEAF_RUNS, false);
  if (!leaf)
    return;
  INVARIANT(leaf->worker);
  struct leaf rival = {.rival = ++swarm->rivals, .heard = swarm->forgotten};
  for (size_t i = 0; i < leaf->path.n; i++)
    vec_push(&rival.path, leaf->path.at[i]);
  vec_push(&swarm->leaves, rival);
}

/* Nobody waits, and a processor is free. */
static void
find_work(struct swarm *swarm)
{
  struct leaf *leaf = oldest(swarm);
  if (!leaf)
    add_rival(swarm);
  else if (clock_now() - leaf->since > SHORTEST_SLICE &&
           pool_tell(swarm->pool, leaf->worker, "pause"))
    leaf->state = LEAF_PAUSES;
}

/* Where a worker would have to begin from text, it has no effort to go by that this process has not: it
 * has worked on the problem before there were leaves. False if it cannot be divided. */
static bool
divide_here(struct swarm *swarm, struct leaf *leaf)
{
  struct str text = {0};
  struct half half;
  INVARIANT(!leaf->worker && leaf->state == LEAF_WAITS && !leaf->rival);
  if (!half_choose(swarm->inquiry, leaf->path.at, leaf->path.n, &half)) {
    leaf->indivisible = true;
    return false;
  }
  half_print_place(&text, &half);
  record(swarm, leaf, "divide", str_text(&text));
  split(swarm, leaf, half, 0);
  str_free(&text);
  return true;
}

/* As many leaves as can run, or were asked for, before any of them works. */
static bool
divides_first(struct swarm *swarm, struct leaf *leaf)
{
  const struct engine_options *options = swarm->search->options;
  size_t wanted = options->leaves > options->jobs ? options->leaves : options->jobs;
  size_t dividing = count(swarm, LEAF_DIVIDES, false);
  if (leaf->indivisible || count_leaves(swarm) + dividing >= wanted)
    return false;
  if (!leaf->worker && is_told(swarm))
    return divide_here(swarm, leaf);
  if (!leaf->worker)
    begin_leaf(swarm, leaf);
  if (leaf->worker)
    divide(swarm, leaf);
  return leaf->worker;
}

static void
keep_busy(struct swarm *swarm)
{
  size_t jobs = swarm->search->options->jobs;
  struct leaf *leaf;
  while ((leaf = first(swarm, LEAF_WAITS, false))) {
    if (divides_first(swarm, leaf))
      continue;
    struct leaf *rival = first(swarm, LEAF_RUNS, true);
    if (running(swarm, true) >= jobs && rival)
      remove_leaf(swarm, rival);
    else if (running(swarm, true) >= jobs)
      break;
    else
      go(swarm, leaf);
  }
  while (running(swarm, true) < jobs && (leaf = first(swarm, LEAF_WAITS, true)))
    go(swarm, leaf);
  if (running(swarm, true) < jobs && !count(swarm, LEAF_DIVIDES, false) &&
      !count(swarm, LEAF_PAUSES, false))
    find_work(swarm);
}

static void
note(const struct swarm *swarm)
{
  struct engine_status *status = swarm->search->options->status;
  if (!status)
    return;
  status->jobs_done = swarm->done;
  status->jobs_running = (unsigned)running(swarm, false);
  status->jobs_left = (unsigned)count_leaves(swarm) - status->jobs_running;
  status->refinements = swarm->search->result->refinements;
  status->share = swarm->share;
  status->shares = !swarm->by_order;
  status->bytes = clock_peak_memory();
  for (size_t i = 0; i < swarm->leaves.n; i++)
    status->bytes += swarm->leaves.at[i].bytes;
}

/* ---- taking up a journal ------------------------------------------------------------- */

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

/* What does not fit is passed over: the work is done again. */
static void
take_up_line(struct swarm *swarm, const char *line)
{
  size_t word = strcspn(line, " ");
  const char *path = line + word + (line[word] == ' ');
  size_t length = strcspn(path, " ");
  const char *rest = path + length + (path[length] == ' ');
  struct leaf *leaf = leaf_at(swarm, path, length);
  struct half half;
  if (!leaf)
    return;
  if (!strncmp(line, "none ", 5)) {
    swarm->done++;
    swarm->share += leaf->share;
    remove_leaf(swarm, leaf);
  } else if (!strncmp(line, "bug ", 4)) {
    swarm->found = schedule_parse(&swarm->search->result->schedule, rest);
  } else if (!strncmp(line, "divide ", 7) && half_parse_place(&half, rest) &&
             can_divide(swarm, &half)) {
    split(swarm, leaf, half, 0);
  }
}

static void
take_up(struct swarm *swarm)
{
  const struct journal *journal = swarm->search->options->journal;
  INVARIANT(swarm->leaves.n == 1 && !swarm->batches.n);
  if (!journal)
    return;
  search_key(swarm->search, "", swarm->key);
  for (size_t i = 0; i < journal->lines.n && !swarm->found; i++)
    if (!strcmp(journal->lines.at[i].key, swarm->key))
      take_up_line(swarm, journal->lines.at[i].text);
}

/* ---- interface ----------------------------------------------------------------------- */

static enum search_answer
conclude(struct swarm *swarm)
{
  struct engine_result *result = swarm->search->result;
  result->lost = swarm->lost;
  result->rivals = swarm->rivals;
  result->share = swarm->share;
  result->parts_done = swarm->done;
  result->parts_open = (unsigned)count_leaves(swarm) + swarm->lost;
  if (swarm->found)
    return SEARCH_FOUND;
  if (count_leaves(swarm)) /* it was stopped */
    return SEARCH_STOPPED;
  if (!swarm->lost)
    return SEARCH_NOTHING;
  result->limit = LIMIT_SIZE;
  result->reason = "processes at work on parts of the problem died";
  return SEARCH_STOPPED;
}

static void
swarm_free(struct swarm *swarm)
{
  while (swarm->leaves.n)
    remove_leaf(swarm, &swarm->leaves.at[swarm->leaves.n - 1]);
  vec_free(&swarm->leaves);
  vec_free(&swarm->idle);
  for (size_t i = 0; i < swarm->batches.n; i++)
    str_free(&swarm->batches.at[i].text);
  vec_free(&swarm->batches);
  lemmas_free(&swarm->lemmas);
  str_free(&swarm->context.text);
  pool_free(swarm->pool);
}

/* What was learnt before there were leaves, for those that begin from text. */
static void
keep_own_lemmas(struct swarm *swarm)
{
  struct str text = {0}, fresh = {0};
  for (size_t i = 0; i < swarm->inquiry->lemmas.n; i++)
    str_printf(&text, "%d ", swarm->inquiry->lemmas.at[i]);
  lemmas_take(&swarm->lemmas, str_text(&text), &fresh);
  str_free(&text);
  str_free(&fresh);
}

/* Once for all leaves: there may be thousands, and the text and the formula may be long. */
static void
print_context(struct leaf_context *context)
{
  struct str text = {0};
  work_leaf.print(&text, context);
  context->text = text;
}

enum search_answer
search_swarm(struct search *search, struct inquiry *inquiry, const struct sink *formula)
{
  const struct engine_options *options = search->options;
  struct swarm swarm = {.search = search,
                        .inquiry = inquiry,
                        .context = {.search = search, .inquiry = inquiry, .formula = formula},
                        .pool = pool_new(options->transport),
                        .by_order = engine_get(options->kind)->one_order};
  INVARIANT(options->jobs && !inquiry->halves.n);
  vec_push(&swarm.leaves, ((struct leaf){.state = LEAF_WAITS, .share = swarm.by_order ? 0 : 1}));
  if (is_told(&swarm)) {
    print_context(&swarm.context);
    keep_own_lemmas(&swarm);
  }
  take_up(&swarm);
  while (count_leaves(&swarm) && !swarm.found && !search_stopped(search)) {
    struct pool_event event;
    keep_busy(&swarm);
    note(&swarm);
    check_leaves(&swarm);
    pool_wait(swarm.pool, 0.05, &event);
    handle(&swarm, &event);
    forget_old(&swarm);
  }
  enum search_answer answer = conclude(&swarm);
  swarm_free(&swarm);
  return answer;
}
