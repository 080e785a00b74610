/* Late stores in one order: each has a second node, the moment at which it reaches memory.
 *
 * We call that moment its commit. It is behind the label of the store. Commits that leave the
 * buffer in the order of the program whatever happens form a chain: all of a thread if it is a
 * queue, else those to one place. Other rules depend on guards and addresses, and are conditions:
 *
 *   barrier passed and its guard        -> commits of the window are before its label
 *   both stores meet in a place         -> the first commit is before the second
 *   guard of a border between them      -> likewise
 *   a store at once meets the place     -> the commit is before its label
 *   a thread is joined                  -> its commits are before the join (staircase.c)
 *
 * The window of an event are the late stores before it, as far back as the last barrier without a
 * condition. That this barrier waits for them is known, and no condition.
 *
 * A commit has a place in the order if the label of the store has happened, whether the store has or
 * not: one that stores nothing may go anywhere. And each store that has happened reaches memory at
 * last. In a run that ends before, it does so when all else is over, and nobody looks. Questions
 * about states do look: a deadlock is one with empty buffers, so all has been committed. For a
 * race each commit has a literal, done: it is before the end.
 *
 *   done(c') and before(c,c') -> done(c)           passed(l) and before(c,l) -> done(c)
 *
 * So what is not done comes behind all else, in any order that has what the model uses.
 *
 * A label is passed as a whole. If it has a barrier behind a late store, the two being in a section,
 * the store must reach memory in the label, and not behind it. Then it is prompt: it counts as a
 * store of the label. Likewise what must leave the buffer before a prompt store, and what a store
 * at once of the same label meets. Where that depends on a guard there are two writers of the cell,
 * one at each moment, with opposite conditions. */
#include "base/invariant.h"
#include "base/mutant.h"
#include "encode/staircase.h"
#include "memmodel/memmodel.h"

typedef VEC(struct link) link_list;

static const struct event *
event_of(const struct encoding *e, uint32_t k)
{
  return &e->prog->events.at[e->staircase->commits.at[k].store];
}

const struct commit *
commit_of(const struct encoding *e, event_id event)
{
  const struct staircase *s = e->staircase;
  uint32_t k = s->commit_of.n ? s->commit_of.at[event] : NO_COMMIT;
  return k == NO_COMMIT ? NULL : &s->commits.at[k];
}

/* ---- which there are ---- */

/* Does the label certainly wait for the store itself? */
static bool
is_always_prompt(const struct encoding *e, thread_id t, event_id store)
{
  const struct label *label = labels_get(e->labels, t, e->labels->of_event.at[store]);
  for (event_id i = store + 1; i < label->end; i++)
    if (e->prog->events.at[i].guard == VALUE_TRUE &&
        memmodel_of(e->prog)->is_barrier(e->prog, &e->prog->events.at[i]))
      return true;
  return false;
}

static bool
overlap(struct span a, struct span b)
{
  return a.first < b.first + b.n && b.first < a.first + a.n;
}

static bool
may_meet(const struct encoding *e, const struct event *one, const struct event *two)
{
  for (uint32_t i = one->first_target; i < one->first_target + one->n_targets; i++)
    for (uint32_t k = two->first_target; k < two->first_target + two->n_targets; k++)
      if (overlap(e->spans.at[i], e->spans.at[k]))
        return true;
  return false;
}

/* Can nobody tell that the store reaches memory with its label? Others cannot look at it, and
 * nothing in the window may undo it. */
static bool
is_unnoticed(const struct encoding *e, event_id store, uint32_t window)
{
  const struct staircase *s = e->staircase;
  for (uint32_t k = window; k < s->commits.n; k++)
    if (may_meet(e, event_of(e, k), &e->prog->events.at[store]) && !MUTANT(COMMIT_HIDES_OTHERS))
      return false;
  return !e->labels->visible.at[store];
}

static void
find_of_thread(struct encoding *e, thread_id t)
{
  struct staircase *s = e->staircase;
  const struct memmodel *model = memmodel_of(e->prog);
  uint32_t window = (uint32_t)s->commits.n;
  for (event_id i = e->prog->threads.at[t].first; i < e->prog->threads.at[t].end; i++) {
    const struct event *event = &e->prog->events.at[i];
    uint32_t label = e->labels->of_event.at[i];
    if (event->guard == VALUE_TRUE && model->is_barrier(e->prog, event)) {
      for (; window < s->commits.n; window++)
        s->commits.at[window].until = MUTANT(COMMIT_BEHIND_BARRIER) ? NO_LABEL : label;
    } else if (event->guard != VALUE_FALSE && labels_late(e->labels, i) &&
               !is_always_prompt(e, t, i) && !is_unnoticed(e, i, window)) {
      s->commit_of.at[i] = (uint32_t)s->commits.n;
      vec_push(&s->commits,
               ((struct commit){i, t, label, window, NO_LABEL, NO_NODE, GATE_TRUE, GATE_FALSE, 0}));
    }
  }
}

void
commit_find(struct encoding *e)
{
  struct staircase *s = e->staircase;
  if (!memmodel_stores_late(e->prog))
    return;
  vec_resize(&s->commit_of, e->prog->events.n);
  for (event_id i = 0; i < e->prog->events.n; i++)
    s->commit_of.at[i] = NO_COMMIT;
  for (thread_id t = 0; t < e->prog->threads.n; t++)
    find_of_thread(e, t);
}

/* ---- chains ---- */

static bool
is_queued(const struct encoding *e, uint32_t k)
{
  return memmodel_of(e->prog)->is_border(e->prog, event_of(e, k));
}

/* Do both store to the same place, and nowhere else? */
static bool
same_place(const struct encoding *e, uint32_t first, uint32_t second)
{
  const struct event *one = event_of(e, first), *two = event_of(e, second);
  return one->n_targets == 1 && two->n_targets == 1 && one->bytes == two->bytes &&
         !target_compare(&e->prog->targets.at[one->first_target],
                         &e->prog->targets.at[two->first_target]);
}

static bool
same_chain(const struct encoding *e, uint32_t first, uint32_t second)
{
  bool queue = is_queued(e, first) && is_queued(e, second) && !MUTANT(COMMITS_UNCHAINED);
  return queue || same_place(e, first, second);
}

/* The chain that begins with this one. */
static void
add_chain(struct encoding *e, uint32_t k)
{
  struct staircase *s = e->staircase;
  thread_id t = s->commits.at[k].thread;
  uint32_t chain = (uint32_t)s->first_node.n, begin = k;
  vec_push(&s->first_node, (uint32_t)s->nodes.n);
  for (; k < s->commits.n && s->commits.at[k].thread == t; k++)
    if (s->commits.at[k].node == NO_NODE && (k == begin || same_chain(e, begin, k))) {
      s->commits.at[k].node = (uint32_t)s->nodes.n;
      vec_push(&s->nodes, ((struct node){t, s->commits.at[k].label, chain, k}));
    }
}

void
commit_add_nodes(struct encoding *e, thread_id t)
{
  const struct staircase *s = e->staircase;
  for (uint32_t k = 0; k < s->commits.n; k++)
    if (s->commits.at[k].thread == t && s->commits.at[k].node == NO_NODE)
      add_chain(e, k);
}

/* ---- what has to reach memory first ---- */

/* Where the late store and the other event meet. */
static void
link_places(struct encoding *e, uint32_t k, const struct event *two, link_list *links)
{
  const struct event *one = event_of(e, k);
  for (uint32_t i = one->first_target; i < one->first_target + one->n_targets; i++)
    for (uint32_t j = two->first_target; j < two->first_target + two->n_targets; j++)
      if (overlap(e->spans.at[i], e->spans.at[j]) && !MUTANT(COMMITS_PASS_IN_PLACE))
        vec_push(links,
                 ((struct link){k, memory_at_target(e, one, i), memory_at_target(e, two, j)}));
}

/* Is it a border between stores? */
static bool
is_between(const struct encoding *e, event_id i)
{
  const struct event *event = &e->prog->events.at[i];
  return event->guard != VALUE_FALSE && event->kind != EVENT_STORE &&
         memmodel_of(e->prog)->is_border(e->prog, event);
}

/* The borders between the two. */
static void
link_borders(struct encoding *e, uint32_t first, uint32_t second, link_list *links)
{
  const struct commit *commits = e->staircase->commits.at;
  for (event_id i = commits[first].store + 1; i < commits[second].store; i++) {
    if (is_between(e, i) && !MUTANT(COMMITS_CROSS_BORDER))
      vec_push(links,
               ((struct link){first, encode_bool(e, e->prog->events.at[i].guard), GATE_TRUE}));
  }
}

/* All that is committed before it, and when. */
static void
find_links(struct encoding *e, uint32_t k, link_list *links)
{
  links->n = 0;
  for (uint32_t other = e->staircase->commits.at[k].window; other < k; other++)
    if (same_chain(e, other, k)) {
      vec_push(links, ((struct link){other, GATE_TRUE, GATE_TRUE}));
    } else {
      link_places(e, other, event_of(e, k), links);
      link_borders(e, other, k, links);
    }
}

/* ---- prompt ones ---- */

static uint32_t
node_of(const struct encoding *e, thread_id t, uint32_t label)
{
  return e->staircase->node_of.at[staircase_label(e, t, label)];
}

static lit
passed(const struct encoding *e, thread_id t, uint32_t label)
{
  return e->passed.at[staircase_label(e, t, label)];
}

/* Do both labels happen at one place of the order? */
static bool
go_together(const struct encoding *e, thread_id t, uint32_t a, uint32_t b)
{
  return a == b || node_of(e, t, a) == node_of(e, t, b);
}

/* An event behind the store that happens with it: does it have to find it in memory? */
static void
add_reasons(struct encoding *e, uint32_t k, event_id i, link_list *links, link_list *reasons)
{
  const struct event *event = &e->prog->events.at[i];
  const struct commit *commits = e->staircase->commits.at, *later = commit_of(e, i);
  thread_id t = commits[k].thread;
  lit happens = passed(e, t, e->labels->of_event.at[i]);
  links->n = 0;
  if (later) {
    happens = later->prompt;
    if (happens != GATE_FALSE)
      find_links(e, (uint32_t)(later - commits), links);
  } else if (memmodel_of(e->prog)->is_barrier(e->prog, event)) {
    vec_push(links, ((struct link){k, encode_bool(e, event->guard), GATE_TRUE}));
  } else if (event->kind == EVENT_STORE) {
    link_places(e, k, event, links);
  }
  for (size_t n = 0; n < links->n; n++)
    if (links->at[n].store == k && happens != GATE_FALSE)
      vec_push(reasons,
               ((struct link){k, happens, gate_and(&e->gates, links->at[n].a, links->at[n].b)}));
}

static void
find_prompt(struct encoding *e, uint32_t k)
{
  struct commit *commit = &e->staircase->commits.at[k];
  link_list links = {0}, reasons = {0};
  lit prompt = GATE_FALSE;
  for (event_id i = commit->store + 1; i < e->prog->threads.at[commit->thread].end; i++) {
    if (!go_together(e, commit->thread, commit->label, e->labels->of_event.at[i]))
      break;
    if (e->prog->events.at[i].guard != VALUE_FALSE)
      add_reasons(e, k, i, &links, &reasons);
  }
  for (size_t i = 0; i < reasons.n; i++)
    prompt = gate_or(&e->gates, prompt, gate_and(&e->gates, reasons.at[i].a, reasons.at[i].b));
  commit->prompt = MUTANT(COMMIT_NOT_PROMPT) ? GATE_FALSE : prompt;
  commit->guard = encode_bool(e, e->prog->events.at[commit->store].guard);
  vec_free(&links);
  vec_free(&reasons);
}

/* ---- conditions ---- */

/* If `when`, the commit is before the label; in the same one it is prompt. */
static void
commit_before(struct encoding *e, uint32_t k, lit when, uint32_t label)
{
  const struct commit *commit = &e->staircase->commits.at[k];
  if (!go_together(e, commit->thread, commit->label, label))
    staircase_order(e, when, commit->node, node_of(e, commit->thread, label));
}

/* What is before a prompt store is in memory before the label. */
static void
order_commit(struct encoding *e, uint32_t k)
{
  const struct staircase *s = e->staircase;
  struct commit commit = s->commits.at[k];
  link_list links = {0};
  find_links(e, k, &links);
  for (size_t i = 0; i < links.n; i++) {
    lit both = gate_and(&e->gates, links.at[i].a, links.at[i].b);
    lit happens = gate_and(&e->gates, passed(e, commit.thread, commit.label), commit.prompt);
    staircase_order(e, both, s->commits.at[links.at[i].store].node, commit.node);
    commit_before(e, links.at[i].store, gate_and(&e->gates, happens, both), commit.label);
  }
  vec_free(&links);
}

/* A barrier with a condition: of each chain the last one speaks for all. */
static void
order_barrier(struct encoding *e, thread_id t, event_id i, struct span window)
{
  const struct staircase *s = e->staircase;
  uint32_t label = e->labels->of_event.at[i];
  lit guard = encode_bool(e, e->prog->events.at[i].guard);
  lit when = gate_and(&e->gates, passed(e, t, label), guard);
  for (uint32_t k = window.first; k < window.first + window.n; k++) {
    uint32_t next = s->commits.at[k].node + 1;
    bool last = next == s->nodes.n || s->nodes.at[next].commit == NO_COMMIT ||
                s->nodes.at[next].chain != s->nodes.at[next - 1].chain ||
                s->nodes.at[next].commit >= window.first + window.n ||
                go_together(e, t, s->nodes.at[next].label, label);
    if (last && !MUTANT(COMMIT_BEHIND_PERHAPS))
      commit_before(e, k, when, label);
  }
}

/* A store that is not late leaves nothing behind that would undo it. */
static void
order_at_once(struct encoding *e, thread_id t, event_id i, struct span window)
{
  link_list links = {0};
  uint32_t label = e->labels->of_event.at[i];
  for (uint32_t k = window.first; k < window.first + window.n; k++)
    link_places(e, k, &e->prog->events.at[i], &links);
  for (size_t n = 0; n < links.n; n++) {
    lit all[] = {passed(e, t, label), links.at[n].a, links.at[n].b};
    commit_before(e, links.at[n].store, gate_and_many(&e->gates, all, 3), label);
  }
  vec_free(&links);
}

static void
order_event(struct encoding *e, thread_id t, event_id i, struct span *window)
{
  const struct event *event = &e->prog->events.at[i];
  const struct commit *commit = commit_of(e, i);
  if (commit) {
    order_commit(e, (uint32_t)(commit - e->staircase->commits.at));
    window->n++;
  } else if (memmodel_of(e->prog)->is_barrier(e->prog, event)) {
    if (event->guard != VALUE_TRUE)
      order_barrier(e, t, i, *window);
    else
      *window = (struct span){window->first + window->n, 0};
  } else if (event->kind == EVENT_STORE) {
    order_at_once(e, t, i, *window);
  }
}

void
commit_order(struct encoding *e)
{
  const struct staircase *s = e->staircase;
  struct span window = {0, 0};
  for (uint32_t k = (uint32_t)s->commits.n; k-- > 0;)
    find_prompt(e, k);
  for (thread_id t = 0; t < e->prog->threads.n && s->commits.n; t++) {
    for (event_id i = e->prog->threads.at[t].first; i < e->prog->threads.at[t].end; i++)
      if (e->prog->events.at[i].guard != VALUE_FALSE && !staircase_stopped(e))
        order_event(e, t, i, &window);
    window = (struct span){window.first + window.n, 0};
  }
}

/* ---- how many clauses? ---- */

static uint64_t
count_meetings(const struct encoding *e, uint32_t first, uint32_t second)
{
  const struct event *one = event_of(e, first), *two = event_of(e, second);
  uint64_t n = 0;
  for (uint32_t i = one->first_target; i < one->first_target + one->n_targets; i++)
    for (uint32_t k = two->first_target; k < two->first_target + two->n_targets; k++)
      n += overlap(e->spans.at[i], e->spans.at[k]);
  return n;
}

/* A clause for each store and border before it. */
static uint64_t
estimate_links(const struct encoding *e, uint32_t k)
{
  enum { OF_MEETING = 4 }; /* a gate says that the addresses are these two */
  const struct commit *commits = e->staircase->commits.at;
  uint64_t n = 0, borders = 0;
  event_id behind = commits[k].store;
  for (uint32_t other = k; other-- > commits[k].window;) {
    for (; behind > commits[other].store; behind--)
      borders += is_between(e, behind);
    n += same_chain(e, other, k) ? 1 : borders + OF_MEETING * count_meetings(e, other, k);
  }
  return n;
}

uint64_t
commit_estimate(struct encoding *e)
{
  const struct staircase *s = e->staircase;
  uint64_t n = 0;
  for (uint32_t k = 0; k < s->commits.n && !staircase_stopped(e); k++)
    n += estimate_links(e, k);
  return n;
}

/* ---- the end of the run ---- */

static void
find_done(struct encoding *e, uint32_t k)
{
  const struct staircase *s = e->staircase;
  const struct commit *commit = &s->commits.at[k];
  for (uint32_t n = 0; n < s->nodes.n && !MUTANT(DONE_OUT_OF_ORDER); n++) {
    const struct node *node = &s->nodes.at[n];
    if (n == commit->node)
      continue;
    lit there = node->commit == NO_COMMIT ? passed(e, node->thread, node->label)
                                          : s->commits.at[node->commit].done;
    lit clause[] = {-there, -staircase_before(e, commit->node, n), commit->done};
    gate_clause(&e->gates, clause, 3);
  }
}

void
commit_find_done(struct encoding *e)
{
  struct staircase *s = e->staircase;
  for (uint32_t k = 0; k < s->commits.n; k++)
    s->commits.at[k].done = gate_fresh(&e->gates);
  for (uint32_t k = 0; k < s->commits.n && !staircase_stopped(e); k++)
    find_done(e, k);
}

void
commit_must_be_done(struct encoding *e, lit when)
{
  const struct staircase *s = e->staircase;
  for (uint32_t k = 0; k < s->commits.n; k++)
    if (s->commits.at[k].done && !MUTANT(DEADLOCK_WITH_COMMITS))
      gate_imply(&e->gates, when, s->commits.at[k].done);
}
